import { createInterface } from 'node:readline';
import type { WakingClock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { keepGroup, type Running, startProgram } from './programs.ts';
import type { Program } from './registry.ts';

/**
 * `starting` until the probe succeeds, `waiting` between an exit and the next start, `stopped` when the box does not
 * need the daemon.
 */
export type DaemonState = 'stopped' | 'starting' | 'ready' | 'waiting';

/** State of a daemon for administrators. `restarts` counts since the last {@link Daemon.start}. */
export interface Health {
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
  readonly onHealth?: (health: Health) => void;
}

const PROBE_MS = 200;
/** A daemon that is not ready after this time is killed and restarted. */
const READY_MS = 30_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** A daemon that was ready for this long restarts with the shortest delay. */
const STEADY_MS = 60_000;
/** Time between SIGTERM and killing the process group. */
const STOP_MS = 5000;
/** Maximum length of one line of daemon output in the box's log. */
const MOST_WORDS = 2000;

/**
 * Supervises a third-party program: it runs in its own process group with the rights and limits of the registry, and
 * its output goes to the box's log. Restarts the program with exponential backoff; the program never outlives the box.
 */
export class Daemon {
  readonly #options: DaemonOptions;
  #running: Running | undefined;
  #over: Promise<unknown> = Promise.resolve();
  #cancel: () => void = () => undefined;
  #wanted = false;
  #state: DaemonState = 'stopped';
  #wait = FIRST_WAIT_MS;
  #restarts = 0;
  #trouble = '';

  constructor(options: DaemonOptions) {
    this.#options = options;
  }

  get health(): Health {
    return { state: this.#state, restarts: this.#restarts, trouble: this.#trouble };
  }

  /** Starts the daemon and returns at once; {@link health} reports its state. */
  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#wait = FIRST_WAIT_MS;
    this.#restarts = 0;
    this.#launch();
  }

  /** Resolves when the daemon and all its child processes have ended. */
  async stop(): Promise<void> {
    this.#wanted = false;
    this.#cancel();
    const running = this.#running;
    if (running !== undefined) {
      running.child.kill('SIGTERM');
      const late = setTimeout(running.kill, STOP_MS);
      await running.ended.catch(() => null);
      clearTimeout(late);
    }
    await this.#over;
    this.#become('stopped');
  }

  #become(state: DaemonState): void {
    this.#state = state;
    this.#options.onHealth?.(this.health);
  }

  #launch(): void {
    const { program, args, as, cwd, name, log } = this.#options;
    this.#become('starting');
    let last = '';
    const running = startProgram(program, args, { as, ...(cwd === undefined ? {} : { cwd }) });
    this.#running = running;
    const release = keepGroup(running.child);
    running.ended.then(release, release);
    for (const stream of [running.child.stdout, running.child.stderr]) {
      if (stream === null) continue;
      createInterface(stream).on('line', (line) => {
        last = line.slice(0, MOST_WORDS);
        log.info({ daemon: name }, last);
      });
    }
    this.#over = this.#follow(running, () => last);
  }

  async #follow(running: Running, lastWords: () => string): Promise<void> {
    const { name, log, clock } = this.#options;
    let readyAt: number | undefined;
    const ending = running.ended.then(
      (code) => (code === null ? 'it was killed' : `it ended with ${code}`),
      (failure: unknown) => String(failure),
    );
    let over = false;
    const end = ending.then((how) => {
      over = true;
      return how;
    });
    this.#ready(running, () => over).then(
      (ready) => {
        if (over) return;
        if (!ready) {
          running.kill();
          return;
        }
        readyAt = clock.now();
        this.#become('ready');
      },
      () => running.kill(),
    );
    const how = await end;
    this.#running = undefined;
    if (!this.#wanted) return;
    this.#trouble = lastWords() === '' ? how : lastWords();
    log.warn({ daemon: name, how, last: lastWords() }, 'a daemon ended and is started again');
    if (readyAt !== undefined && clock.now() - readyAt >= STEADY_MS) this.#wait = FIRST_WAIT_MS;
    this.#restarts += 1;
    this.#become('waiting');
    this.#cancel = clock.after(this.#wait, () => {
      if (this.#wanted) this.#launch();
    });
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2);
  }

  async #ready(running: Running, over: () => boolean): Promise<boolean> {
    const { clock, probe } = this.#options;
    const until = clock.now() + READY_MS;
    while (!over() && this.#running === running) {
      if (await probe().catch(() => false)) return true;
      if (clock.now() >= until) return false;
      await new Promise<void>((resolve) => clock.after(PROBE_MS, resolve));
    }
    return true;
  }
}
