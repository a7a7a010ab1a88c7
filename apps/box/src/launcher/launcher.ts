import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from '@boxwood/box-sdk/rules';
import { decode } from '@boxwood/command-bus/codecs';
import type { WakingClock } from '../clock.ts';
import {
  backupOf,
  folderOf,
  type InUse,
  keepOnly,
  readInUse,
  releaseIn,
  type Why,
  writeFailed,
  writeInUse,
  writeProven,
  writeTrial,
} from './places.ts';
import { Ready, Use } from './words.ts';

/** How long a release may take to answer on its first run, in ms. */
const READY_MS = 60_000;
/** How long a box may take to stop, in ms. */
const STOP_MS = 30_000;
/** A power cut during a trial is not the fault of the release, so it gets a second attempt. */
const TRIES = 2;

/** The part of a child process that the launcher uses. */
export interface Child {
  kill(signal: NodeJS.Signals): boolean;
  send(word: object, sent: () => void): boolean;
  on(event: 'message', hear: (word: unknown) => void): unknown;
  once(event: 'error', hear: () => void): unknown;
  once(event: 'exit', hear: (code: number | null) => void): unknown;
}

export interface LauncherOptions {
  /** The launcher's own folder: the installed release. */
  readonly installed: string;
  readonly releases: string;
  readonly args: readonly string[];
  readonly model: string;
  readonly clock: WakingClock;
  readonly readyMs?: number;
  readonly start: (folder: string, args: readonly string[]) => Child;
  readonly backUp: (folder: string, dataDir: string, to: string) => Promise<boolean>;
  readonly say: (line: string) => void;
}

/** How a box ended: by itself, replaced by another release, or because it was not ready in time. */
type End =
  | { readonly kind: 'ended'; readonly code: number; readonly wasReady: boolean }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'silent' };

type Trial = NonNullable<InUse['trial']>;

/**
 * Runs the release in use as a child process. When the box has downloaded another release, runs that one; it must
 * answer within a minute, or the previous release runs again. The release in use is recorded in one file that is
 * written atomically before any step, so the next start always finds a consistent state.
 */
export class Launcher {
  readonly #options: LauncherOptions;
  #child: Child | null = null;
  #asked: NodeJS.Signals | null = null;
  /** The state in use when the disk is too full to record it. */
  #unwritten: InUse | null = null;

  constructor(options: LauncherOptions) {
    this.#options = options;
  }

  /** Passes a signal on to the box. A signal that arrives before the box starts also applies to it. */
  signal(name: NodeJS.Signals): void {
    this.#asked = name;
    this.#child?.kill(name);
  }

  /** Resolves with the exit code of a box that ended by itself. */
  async run(): Promise<number> {
    for (;;) {
      const state = this.#settled();
      const { trial } = state;
      if (trial !== undefined && !(await this.#isPrepared(state, trial))) continue;
      if (this.#wasAsked()) return 0;
      const end = await this.#live(state);
      if (end.kind === 'replaced') continue;
      const isLeft = trial !== undefined && !this.#wasAsked() && (end.kind === 'silent' || !end.wasReady);
      if (isLeft) this.#goBack(state, trial, end.kind);
      else return end.kind === 'ended' ? end.code : 1;
    }
  }

  /** Runs a subcommand of the release in use, such as `backup`, without a trial and without writing state. */
  async word(): Promise<number> {
    const { releases, installed, args, start } = this.#options;
    const { use, before, trial } = readInUse(releases);
    const folder = this.#folder(trial === undefined ? use : before);
    const child = start(releaseIn(folder) === null ? installed : folder, args);
    this.#child = child;
    return new Promise((resolve) => {
      child.once('error', () => resolve(1));
      child.once('exit', (code) => resolve(code ?? 1));
    });
  }

  #wasAsked(): boolean {
    return this.#asked !== null;
  }

  #folder(use: string): string {
    return use === '' ? this.#options.installed : join(this.#options.releases, use);
  }

  /** The release in use. A release that is missing, or older than the installed one, is no longer used. */
  #settled(): InUse {
    const { releases, installed, model } = this.#options;
    const state = this.#unwritten ?? readInUse(releases);
    if (state.use === '' || state.trial !== undefined) return state;
    const own = releaseIn(installed)?.versions[model] ?? '';
    const used = releaseIn(this.#folder(state.use))?.versions[model];
    if (used !== undefined && compareVersions(own, used) <= 0) return state;
    const next: InUse = { use: '', before: '' };
    this.#write(() => {
      writeInUse(releases, next);
      keepOnly(releases, []);
    }, next);
    return next;
  }

  /** Prepares a trial. Returns false when there is none, and the previous release is in use again. */
  async #isPrepared(state: InUse, trial: Trial): Promise<boolean> {
    const { releases, backUp } = this.#options;
    const { from, dataDir, tries } = trial;
    if (releaseIn(this.#folder(state.use)) === null) return this.#goBack(state, trial, 'broken');
    if (tries >= TRIES) return this.#goBack(state, trial, 'ended');
    if (trial.backedUp === 0) {
      const to = backupOf(releases);
      rmSync(to, { recursive: true, force: true });
      if (!(await backUp(this.#folder(from), dataDir, to))) return this.#goBack(state, trial, 'backup');
    }
    try {
      writeTrial(releases, { ...state, trial: { ...trial, backedUp: 1, tries: tries + 1 } });
      return true;
    } catch {
      // A disk that cannot store the record has no space for a new release either.
      return this.#goBack(state, trial, 'backup');
    }
  }

  /**
   * A full disk must not keep the box from running: a state that cannot be written is held in memory, and the next
   * start determines it again.
   */
  #write(write: () => void, state: InUse): void {
    try {
      write();
      this.#unwritten = null;
    } catch {
      this.#unwritten = state;
    }
  }

  #goBack({ use }: InUse, { from, version }: Trial, why: Why): false {
    const { releases, say } = this.#options;
    say(`Boxwood ${version} is left (${why}); the version of before runs again.`);
    // The failure record is written first: a start that finds only that file sees a release in use that was not rolled
    // back yet, and rolls it back again.
    const next: InUse = { use: from, before: '' };
    this.#write(() => {
      writeFailed(releases, { version, why, backup: backupOf(releases), restored: 0 });
      writeInUse(releases, next);
      if (use !== '') rmSync(join(releases, use), { recursive: true, force: true });
    }, next);
    return false;
  }

  /** Runs one box from its start to its exit. */
  async #live(state: InUse): Promise<End> {
    const { args, clock, start, readyMs = READY_MS } = this.#options;
    const child = start(this.#folder(state.use), args);
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<End>();
    const at = { isReady: false, isReplaced: false, isSilent: false };
    const stops: (() => void)[] = [];
    const stop = (): void => {
      child.kill('SIGTERM');
      stops.push(clock.after(STOP_MS, () => child.kill('SIGKILL')));
    };
    if (state.trial !== undefined)
      stops.push(
        clock.after(readyMs, () => {
          if (at.isReady) return;
          at.isSilent = true;
          stop();
        }),
      );
    child.on('message', (message: unknown) => {
      const use = decode(Use, message);
      if (use._tag === 'Right') {
        at.isReplaced = this.#take(child, state, use.right);
        if (at.isReplaced) stop();
      } else if (decode(Ready, message)._tag === 'Right' && !at.isSilent) {
        at.isReady = true;
        this.#prove(state);
      }
    });
    child.once('error', () => resolve({ kind: 'ended', code: 1, wasReady: false }));
    child.once('exit', (code) => {
      for (const each of stops) each();
      this.#child = null;
      if (at.isReplaced) resolve({ kind: 'replaced' });
      else if (at.isSilent) resolve({ kind: 'silent' });
      else resolve({ kind: 'ended', code: code ?? 1, wasReady: at.isReady });
    });
    return promise;
  }

  /** Records that another release is to be tried. */
  #take(
    child: Child,
    { use: from }: InUse,
    { folder, version, dataDir }: { folder: string; version: string; dataDir: string },
  ): boolean {
    const { releases } = this.#options;
    const isNamed = /^[0-9.]{1,60}$/.test(version) && folder === folderOf(version);
    let isTaken = isNamed && folder !== from && releaseIn(this.#folder(folder)) !== null;
    try {
      if (isTaken) {
        writeTrial(releases, { use: folder, before: from, trial: { from, version, dataDir, backedUp: 0, tries: 0 } });
        this.#unwritten = null;
      }
    } catch {
      isTaken = false;
    }
    // The box may have exited meanwhile; the release is recorded anyway.
    child.send({ kind: isTaken ? 'taken' : 'refused' }, () => undefined);
    return isTaken;
  }

  /** Marks a release that answers as proven. Retains the previous release and deletes older ones. */
  #prove({ use, before, trial }: InUse): void {
    const { releases, say } = this.#options;
    if (trial === undefined) return;
    try {
      writeProven(releases);
      keepOnly(releases, [use, before]);
      rmSync(backupOf(releases), { recursive: true, force: true });
    } catch {
      say(`Boxwood ${trial.version} runs, and could not be written down as the one in use.`);
    }
  }
}
