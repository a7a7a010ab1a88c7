import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from '@boxwood/box-sdk/rules';
import { decode } from '@boxwood/command-bus/codecs';
import type { TimerClock } from '../../platform/clock.ts';
import {
  backupOf,
  folderOf,
  type ReleaseInUse,
  removeOtherReleases,
  readInUse,
  releaseIn,
  type RollbackReason,
  writeFailed,
  writeInUse,
  writeProven,
  writeTrial,
} from './release-files.ts';
import { ReadyMessage, UseMessage } from './launcher-messages.ts';

/** How long a release may take to answer on its first run, in ms. */
const READY_TIMEOUT_MS = 60_000;
/** How long a box may take to stop, in ms. */
const STOP_TIMEOUT_MS = 30_000;
/** A power cut during a trial is not the fault of the release, so it gets a second attempt. */
const MAX_TRIES = 2;

/** The part of a child process that the launcher uses. */
export interface BoxProcess {
  kill(signal: NodeJS.Signals): boolean;
  send(message: object, onSent: () => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'error', listener: () => void): unknown;
  once(event: 'exit', listener: (code: number | null) => void): unknown;
}

export interface LauncherOptions {
  /** The launcher's own folder: the installed release. */
  readonly installed: string;
  readonly releases: string;
  readonly args: readonly string[];
  readonly model: string;
  readonly clock: TimerClock;
  readonly readyTimeoutMs?: number;
  readonly start: (folder: string, args: readonly string[]) => BoxProcess;
  readonly backUp: (folder: string, dataDir: string, to: string) => Promise<boolean>;
  readonly log: (line: string) => void;
}

/** How a box ended: by itself, replaced by another release, or because it was not ready in time. */
type BoxExit =
  | { readonly kind: 'ended'; readonly code: number; readonly wasReady: boolean }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'silent' };

type ReleaseTrial = NonNullable<ReleaseInUse['trial']>;

/**
 * Runs the release in use as a child process. When the box has downloaded another release, runs that one; it must
 * answer within a minute, or the previous release runs again. The release in use is recorded in one file that is
 * written atomically before any step, so the next start always finds a consistent state.
 */
export class Launcher {
  readonly #options: LauncherOptions;
  #child: BoxProcess | null = null;
  #pendingSignal: NodeJS.Signals | null = null;
  /** The state in use when the disk is too full to record it. */
  #unwrittenState: ReleaseInUse | null = null;

  constructor(options: LauncherOptions) {
    this.#options = options;
  }

  /** Passes a signal on to the box. A signal that arrives before the box starts also applies to it. */
  signal(name: NodeJS.Signals): void {
    this.#pendingSignal = name;
    this.#child?.kill(name);
  }

  /** Resolves with the exit code of a box that ended by itself. */
  async run(): Promise<number> {
    for (;;) {
      const state = this.#currentState();
      const { trial } = state;
      if (trial !== undefined && !(await this.#isPrepared(state, trial))) continue;
      if (this.#isStopping()) return 0;
      const end = await this.#runBox(state);
      if (end.kind === 'replaced') continue;
      const hasFailed = trial !== undefined && !this.#isStopping() && (end.kind === 'silent' || !end.wasReady);
      if (hasFailed) this.#rollBack(state, trial, end.kind);
      else return end.kind === 'ended' ? end.code : 1;
    }
  }

  /** Runs a subcommand of the release in use, such as `backup`, without a trial and without writing state. */
  async runSubcommand(): Promise<number> {
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

  #isStopping(): boolean {
    return this.#pendingSignal !== null;
  }

  #folder(use: string): string {
    return use === '' ? this.#options.installed : join(this.#options.releases, use);
  }

  /** The release in use. A release that is missing, or older than the installed one, is no longer used. */
  #currentState(): ReleaseInUse {
    const { releases, installed, model } = this.#options;
    const state = this.#unwrittenState ?? readInUse(releases);
    if (state.use === '' || state.trial !== undefined) return state;
    const own = releaseIn(installed)?.versions[model] ?? '';
    const used = releaseIn(this.#folder(state.use))?.versions[model];
    if (used !== undefined && compareVersions(own, used) <= 0) return state;
    const next: ReleaseInUse = { use: '', before: '' };
    this.#write(() => {
      writeInUse(releases, next);
      removeOtherReleases(releases, []);
    }, next);
    return next;
  }

  /** Prepares a trial. Returns false when there is none, and the previous release is in use again. */
  async #isPrepared(state: ReleaseInUse, trial: ReleaseTrial): Promise<boolean> {
    const { releases, backUp } = this.#options;
    const { from, dataDir, tries } = trial;
    if (releaseIn(this.#folder(state.use)) === null) return this.#rollBack(state, trial, 'broken');
    if (tries >= MAX_TRIES) return this.#rollBack(state, trial, 'ended');
    if (trial.backedUp === 0) {
      const to = backupOf(releases);
      rmSync(to, { recursive: true, force: true });
      if (!(await backUp(this.#folder(from), dataDir, to))) return this.#rollBack(state, trial, 'backup');
    }
    try {
      writeTrial(releases, { ...state, trial: { ...trial, backedUp: 1, tries: tries + 1 } });
      return true;
    } catch {
      // A disk that cannot store the record has no space for a new release either.
      return this.#rollBack(state, trial, 'backup');
    }
  }

  /**
   * A full disk must not keep the box from running: a state that cannot be written is held in memory, and the next
   * start determines it again.
   */
  #write(write: () => void, state: ReleaseInUse): void {
    try {
      write();
      this.#unwrittenState = null;
    } catch {
      this.#unwrittenState = state;
    }
  }

  #rollBack({ use }: ReleaseInUse, { from, version }: ReleaseTrial, why: RollbackReason): false {
    const { releases, log } = this.#options;
    log(`Boxwood ${version} failed (${why}). The previous version runs again.`);
    // The failure record is written first: a start that finds only that file sees a release in use that was not rolled
    // back yet, and rolls it back again.
    const next: ReleaseInUse = { use: from, before: '' };
    this.#write(() => {
      writeFailed(releases, { version, why, backup: backupOf(releases), restored: 0 });
      writeInUse(releases, next);
      if (use !== '') rmSync(join(releases, use), { recursive: true, force: true });
    }, next);
    return false;
  }

  /** Runs one box from its start to its exit. */
  async #runBox(state: ReleaseInUse): Promise<BoxExit> {
    const { args, clock, start, readyTimeoutMs = READY_TIMEOUT_MS } = this.#options;
    const child = start(this.#folder(state.use), args);
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<BoxExit>();
    const progress = { isReady: false, isReplaced: false, isSilent: false };
    const cancelTimers: (() => void)[] = [];
    const stop = (): void => {
      child.kill('SIGTERM');
      cancelTimers.push(clock.after(STOP_TIMEOUT_MS, () => child.kill('SIGKILL')));
    };
    if (state.trial !== undefined)
      cancelTimers.push(
        clock.after(readyTimeoutMs, () => {
          if (progress.isReady) return;
          progress.isSilent = true;
          stop();
        }),
      );
    child.on('message', (message: unknown) => {
      const use = decode(UseMessage, message);
      if (use._tag === 'Right') {
        progress.isReplaced = this.#acceptRelease(child, state, use.right);
        if (progress.isReplaced) stop();
      } else if (decode(ReadyMessage, message)._tag === 'Right' && !progress.isSilent) {
        progress.isReady = true;
        this.#markProven(state);
      }
    });
    child.once('error', () => resolve({ kind: 'ended', code: 1, wasReady: false }));
    child.once('exit', (code) => {
      for (const each of cancelTimers) each();
      this.#child = null;
      if (progress.isReplaced) resolve({ kind: 'replaced' });
      else if (progress.isSilent) resolve({ kind: 'silent' });
      else resolve({ kind: 'ended', code: code ?? 1, wasReady: progress.isReady });
    });
    return promise;
  }

  /** Records that another release is to be tried. */
  #acceptRelease(
    child: BoxProcess,
    { use: from }: ReleaseInUse,
    { folder, version, dataDir }: { folder: string; version: string; dataDir: string },
  ): boolean {
    const { releases } = this.#options;
    const isNamed = /^[0-9.]{1,60}$/.test(version) && folder === folderOf(version);
    let isAccepted = isNamed && folder !== from && releaseIn(this.#folder(folder)) !== null;
    try {
      if (isAccepted) {
        writeTrial(releases, { use: folder, before: from, trial: { from, version, dataDir, backedUp: 0, tries: 0 } });
        this.#unwrittenState = null;
      }
    } catch {
      isAccepted = false;
    }
    // The box may have exited meanwhile; the release is recorded anyway.
    child.send({ kind: isAccepted ? 'taken' : 'refused' }, () => undefined);
    return isAccepted;
  }

  /** Marks a release that answers as proven. Retains the previous release and deletes older ones. */
  #markProven({ use, before, trial }: ReleaseInUse): void {
    const { releases, log } = this.#options;
    if (trial === undefined) return;
    try {
      writeProven(releases);
      removeOtherReleases(releases, [use, before]);
      rmSync(backupOf(releases), { recursive: true, force: true });
    } catch {
      log(`Boxwood ${trial.version} runs, but could not be recorded as the version in use.`);
    }
  }
}
