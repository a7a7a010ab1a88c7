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

/** A release that is tried for the first time has so long to answer. */
const READY_MS = 60_000;
/** So long a box has to stop. */
const STOP_MS = 30_000;
/** A power cut in the middle of a trial is no fault of the release: it is tried once more. */
const TRIES = 2;

/** The part of a child process that is used. */
export interface Child {
  kill(signal: NodeJS.Signals): boolean;
  send(word: object, sent: () => void): boolean;
  on(event: 'message', hear: (word: unknown) => void): unknown;
  once(event: 'error', hear: () => void): unknown;
  once(event: 'exit', hear: (code: number | null) => void): unknown;
}

export interface LauncherOptions {
  /** The folder that the launcher lies in: the release that was installed. */
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

/** How a box ended: by itself, for another release, or because it was not ready in time. */
type End =
  | { readonly kind: 'ended'; readonly code: number; readonly wasReady: boolean }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'silent' };

type Trial = NonNullable<InUse['trial']>;

/**
 * Runs the release in use as a child, and another one when the box has brought one: that one has to answer within a minute, or the one of
 * before runs again. What is in use stands in one file, which is written whole before anything is done by it; so however this process or the box
 * ends, the next start finds one or the other.
 */
export class Launcher {
  readonly #options: LauncherOptions;
  #child: Child | null = null;
  #asked: NodeJS.Signals | null = null;
  /** What is in use where the disk takes no word of it. */
  #unwritten: InUse | null = null;

  constructor(options: LauncherOptions) {
    this.#options = options;
  }

  /** Passes a signal on. What comes before a box was started holds for it. */
  signal(name: NodeJS.Signals): void {
    this.#asked = name;
    this.#child?.kill(name);
  }

  /** Resolves with the exit code of the box that ended by itself. */
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

  /** Runs a word of the release in use, as `backup`: nothing is tried and nothing is written down for it. */
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

  /** What is in use. One that has gone, or that is older than what somebody installed since, is not used any more. */
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

  /** What comes before a try; false when there is to be none, and the one of before is in use again. */
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
      // A disk that takes no word of it is no disk for a new release.
      return this.#goBack(state, trial, 'backup');
    }
  }

  /** A full disk keeps no box from running: what cannot be written is remembered, and found out anew at the next start. */
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
    // The record first: whoever finds only that one sees a release in use that was not left yet, and leaves it again.
    const next: InUse = { use: from, before: '' };
    this.#write(() => {
      writeFailed(releases, { version, why, backup: backupOf(releases), restored: 0 });
      writeInUse(releases, next);
      if (use !== '') rmSync(join(releases, use), { recursive: true, force: true });
    }, next);
    return false;
  }

  /** From the start of a box to its end. */
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

  /** Writes down that another release is to be tried. */
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
    // Whoever asked may have ended meanwhile; it is written down all the same.
    child.send({ kind: isTaken ? 'taken' : 'refused' }, () => undefined);
    return isTaken;
  }

  /** A release that answers is in use; the one of before is kept, older ones are not. */
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
