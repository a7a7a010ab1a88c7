import { createInterface } from 'node:readline';
import type { TimerClock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { killGroupWithBox, type RunningProgram, startProgram } from './programs.ts';
import type { Program } from './program-registry.ts';

/**
 * `starting` until the probe succeeds, `waiting` for the restart delay after an exit, `stopped` when the box does not
 * need the daemon.
 */
export type DaemonState = 'stopped' | 'starting' | 'ready' | 'waiting';

/** State of a daemon for administrators. `restarts` counts since the last {@link DaemonSupervisor.start}. */
export interface DaemonHealth {
  readonly state: DaemonState;
  readonly restarts: number;
  /**
   * Last output before the last unexpected exit, or the exit reason when there was no output; empty before the first
   * one.
   */
  readonly lastError: string;
}

export interface DaemonOptions {
  readonly name: string;
  readonly privileges: Program;
  readonly executable: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly clock: TimerClock;
  /** Whether the daemon is ready to serve. Polled until it returns true, for at most {@link READY_TIMEOUT_MS}. */
  readonly isReady: () => Promise<boolean>;
  readonly onHealthChange?: (health: DaemonHealth) => void;
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
 * Supervises a third-party program. The program runs in its own process group with the privileges and limits of the
 * program registry, and its output goes to the box's log. An exit is followed by a restart with exponential backoff;
 * the program never outlives the box.
 */
export class DaemonSupervisor {
  readonly #options: DaemonOptions;
  #running: RunningProgram | undefined;
  #runFinished: Promise<unknown> = Promise.resolve();
  #cancelRestart: () => void = () => undefined;
  #shouldRun = false;
  #state: DaemonState = 'stopped';
  #restartDelayMs = MIN_RESTART_DELAY_MS;
  #restarts = 0;
  #lastError = '';

  constructor(options: DaemonOptions) {
    this.#options = options;
  }

  get health(): DaemonHealth {
    return { state: this.#state, restarts: this.#restarts, lastError: this.#lastError };
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
    this.#cancelRestart();
    const running = this.#running;
    if (running !== undefined) {
      running.child.kill('SIGTERM');
      const killTimer = setTimeout(running.kill, STOP_TIMEOUT_MS);
      await running.ended.catch(() => null);
      clearTimeout(killTimer);
    }
    await this.#runFinished;
    this.#setState('stopped');
  }

  #setState(state: DaemonState): void {
    this.#state = state;
    this.#options.onHealthChange?.(this.health);
  }

  #launch(): void {
    const { executable, args, privileges, cwd, name, log } = this.#options;
    this.#setState('starting');
    let lastLine = '';
    const running = startProgram(executable, args, { as: privileges, ...(cwd === undefined ? {} : { cwd }) });
    this.#running = running;
    const release = killGroupWithBox(running.child);
    running.ended.then(release, release);
    for (const stream of [running.child.stdout, running.child.stderr]) {
      if (stream === null) continue;
      createInterface(stream).on('line', (line) => {
        lastLine = line.slice(0, MAX_LOG_LINE_CHARS);
        log.info({ daemon: name }, lastLine);
      });
    }
    this.#runFinished = this.#superviseRun(running, () => lastLine);
  }

  async #superviseRun(running: RunningProgram, lastOutput: () => string): Promise<void> {
    const { name, log, clock } = this.#options;
    let readyAt: number | undefined;
    const exitReasonPromise = running.ended.then(
      (code) => (code === null ? 'it was killed' : `it ended with ${code}`),
      (failure: unknown) => String(failure),
    );
    let hasEnded = false;
    const exited = exitReasonPromise.then((exitReason) => {
      hasEnded = true;
      return exitReason;
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
    const exitReason = await exited;
    this.#running = undefined;
    if (!this.#shouldRun) return;
    this.#lastError = lastOutput() === '' ? exitReason : lastOutput();
    log.warn({ daemon: name, how: exitReason, last: lastOutput() }, 'a daemon ended and is restarted');
    if (readyAt !== undefined && clock.now() - readyAt >= STABLE_AFTER_MS) this.#restartDelayMs = MIN_RESTART_DELAY_MS;
    this.#restarts += 1;
    this.#setState('waiting');
    this.#cancelRestart = clock.after(this.#restartDelayMs, () => {
      if (this.#shouldRun) this.#launch();
    });
    this.#restartDelayMs = Math.min(MAX_RESTART_DELAY_MS, this.#restartDelayMs * 2);
  }

  async #waitUntilReady(running: RunningProgram, hasEnded: () => boolean): Promise<boolean> {
    const { clock, isReady } = this.#options;
    const deadline = clock.now() + READY_TIMEOUT_MS;
    while (!hasEnded() && this.#running === running) {
      if (await isReady().catch(() => false)) return true;
      if (clock.now() >= deadline) return false;
      await new Promise<void>((resolve) => clock.after(PROBE_INTERVAL_MS, resolve));
    }
    return true;
  }
}
