import { createInterface } from 'node:readline';
import type { WakingClock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { killGroupWithBox, type RunningProgram, startProgram } from './programs.ts';
import type { Program } from './program-registry.ts';

/**
 * `starting` until the probe succeeds, `waiting` between an exit and the next start, `stopped` when the box does not
 * need the daemon.
 */
export type DaemonState = 'stopped' | 'starting' | 'ready' | 'waiting';

/** State of a daemon for administrators. `restarts` counts since the last {@link Daemon.start}. */
export interface DaemonHealth {
  readonly state: DaemonState;
  readonly restarts: number;
  /** Last output before the daemon exited unexpectedly; empty if it never did. */
  readonly trouble: string;
}

export interface DaemonOptions {
  readonly name: string;
  readonly as: Program;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly clock: WakingClock;
  /** Whether the daemon does its work. Polled until it returns true, for at most {@link READY_TIMEOUT_MS}. */
  readonly probe: () => Promise<boolean>;
  readonly onHealth?: (health: DaemonHealth) => void;
}

const PROBE_INTERVAL_MS = 200;
/** A daemon that is not ready after this time is killed and restarted. */
const READY_TIMEOUT_MS = 30_000;
const MIN_RESTART_DELAY_MS = 1000;
const MAX_RESTART_DELAY_MS = 5 * 60_000;
/** A daemon that was ready for this long restarts with the shortest delay. */
const STABLE_AFTER_MS = 60_000;
/** Time between SIGTERM and killing the process group. */
const STOP_TIMEOUT_MS = 5000;
/** Maximum length of one line of daemon output in the box's log. */
const MAX_LOG_LINE_CHARS = 2000;

/**
 * Supervises a third-party program: it runs in its own process group with the rights and limits of the registry, and
 * its output goes to the box's log. Restarts the program with exponential backoff; the program never outlives the box.
 */
export class Daemon {
  readonly #options: DaemonOptions;
  #running: RunningProgram | undefined;
  #finished: Promise<unknown> = Promise.resolve();
  #cancel: () => void = () => undefined;
  #shouldRun = false;
  #state: DaemonState = 'stopped';
  #restartDelayMs = MIN_RESTART_DELAY_MS;
  #restarts = 0;
  #trouble = '';

  constructor(options: DaemonOptions) {
    this.#options = options;
  }

  get health(): DaemonHealth {
    return { state: this.#state, restarts: this.#restarts, trouble: this.#trouble };
  }

  /** Starts the daemon and returns at once; {@link health} reports its state. */
  start(): void {
    if (this.#shouldRun) return;
    this.#shouldRun = true;
    this.#restartDelayMs = MIN_RESTART_DELAY_MS;
    this.#restarts = 0;
    this.#launch();
  }

  /** Resolves when the daemon and all its child processes have ended. */
  async stop(): Promise<void> {
    this.#shouldRun = false;
    this.#cancel();
    const running = this.#running;
    if (running !== undefined) {
      running.child.kill('SIGTERM');
      const killTimer = setTimeout(running.kill, STOP_TIMEOUT_MS);
      await running.ended.catch(() => null);
      clearTimeout(killTimer);
    }
    await this.#finished;
    this.#setState('stopped');
  }

  #setState(state: DaemonState): void {
    this.#state = state;
    this.#options.onHealth?.(this.health);
  }

  #launch(): void {
    const { program, args, as, cwd, name, log } = this.#options;
    this.#setState('starting');
    let last = '';
    const running = startProgram(program, args, { as, ...(cwd === undefined ? {} : { cwd }) });
    this.#running = running;
    const release = killGroupWithBox(running.child);
    running.ended.then(release, release);
    for (const stream of [running.child.stdout, running.child.stderr]) {
      if (stream === null) continue;
      createInterface(stream).on('line', (line) => {
        last = line.slice(0, MAX_LOG_LINE_CHARS);
        log.info({ daemon: name }, last);
      });
    }
    this.#finished = this.#follow(running, () => last);
  }

  async #follow(running: RunningProgram, lastOutput: () => string): Promise<void> {
    const { name, log, clock } = this.#options;
    let readyAt: number | undefined;
    const ending = running.ended.then(
      (code) => (code === null ? 'it was killed' : `it ended with ${code}`),
      (failure: unknown) => String(failure),
    );
    let hasEnded = false;
    const end = ending.then((how) => {
      hasEnded = true;
      return how;
    });
    this.#waitUntilReady(running, () => hasEnded).then(
      (ready) => {
        if (hasEnded) return;
        if (!ready) {
          running.kill();
          return;
        }
        readyAt = clock.now();
        this.#setState('ready');
      },
      () => running.kill(),
    );
    const how = await end;
    this.#running = undefined;
    if (!this.#shouldRun) return;
    this.#trouble = lastOutput() === '' ? how : lastOutput();
    log.warn({ daemon: name, how, last: lastOutput() }, 'a daemon ended and is restarted');
    if (readyAt !== undefined && clock.now() - readyAt >= STABLE_AFTER_MS) this.#restartDelayMs = MIN_RESTART_DELAY_MS;
    this.#restarts += 1;
    this.#setState('waiting');
    this.#cancel = clock.after(this.#restartDelayMs, () => {
      if (this.#shouldRun) this.#launch();
    });
    this.#restartDelayMs = Math.min(MAX_RESTART_DELAY_MS, this.#restartDelayMs * 2);
  }

  async #waitUntilReady(running: RunningProgram, hasEnded: () => boolean): Promise<boolean> {
    const { clock, probe } = this.#options;
    const until = clock.now() + READY_TIMEOUT_MS;
    while (!hasEnded() && this.#running === running) {
      if (await probe().catch(() => false)) return true;
      if (clock.now() >= until) return false;
      await new Promise<void>((resolve) => clock.after(PROBE_INTERVAL_MS, resolve));
    }
    return true;
  }
}
