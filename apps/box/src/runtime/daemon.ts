import { createInterface } from 'node:readline';
import type { WakingClock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { keepGroup, type Running, startProgram } from './programs.ts';
import type { Program } from './registry.ts';

/** `starting` until it is ready, `waiting` for its next start after an end, `stopped` when nobody wants it. */
export type DaemonState = 'stopped' | 'starting' | 'ready' | 'waiting';

/** How a daemon is, for administrators; `restarts` since it was last wanted. */
export interface Health {
  readonly state: DaemonState;
  readonly restarts: number;
  /** What it said last before it ended by itself; empty while it never did. */
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
  /** Whether it does its work; asked a few times a second until it does, and it has {@link READY_MS} to. */
  readonly probe: () => Promise<boolean>;
  readonly onHealth?: (health: Health) => void;
}

const PROBE_MS = 200;
/** One that does not do its work after this is ended and started anew. */
const READY_MS = 30_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** One that was ready for so long begins again with the shortest wait. */
const STEADY_MS = 60_000;
/** One that is asked to end (SIGTERM) has so long before it is killed with all that it started. */
const STOP_MS = 5000;
/** A line of it in the box's log. */
const MOST_WORDS = 2000;

/**
 * A program of others that runs as long as the box wants it: in a group of its own, with the rights and limits of the registry, its words in the box's
 * log. One that ends is started again, later each time; none outlives the box, however the box ends.
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

  /** Wants it from here on; returns at once, {@link health} tells the rest. */
  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#wait = FIRST_WAIT_MS;
    this.#restarts = 0;
    this.#launch();
  }

  /** Resolves when it and all that it started have ended. */
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
