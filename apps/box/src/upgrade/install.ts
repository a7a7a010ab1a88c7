import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { UpgradePhase } from '@boxwood/box-sdk';
import { RemoteRefused } from '../downloads/remote.ts';
import { folderOf, readInUse, releaseIn } from '../launcher/places.ts';
import { JobFailed, type RunningJob } from '../runtime/job.ts';
import { syncFolder } from '../state/durable.ts';
import { databaseOf, STATE_PARTS } from '../state/places.ts';
import { errnoOf, saysFull } from '../vault/refusal.ts';
import { type Claim, readClaim } from './claim.ts';
import type { LauncherLine } from './launcher-line.ts';
import { digestOf, isCommentOf, isSignedBy, type PublicKey, readSignature, type Signature } from './minisign.ts';
import { type Reason, UPGRADE, type UpgradeFailure } from './outcome.ts';
import type { Asked, Coming, Source, Wanted } from './source.ts';
import { NotARelease, unpack } from './unpack.ts';

/** An upgrade failed for a reason that is reported to administrators. */
export class UpgradeFailed extends JobFailed {
  readonly why: Reason;

  constructor(code: UpgradeFailure, why: Reason) {
    super(why, code);
    this.why = why;
  }
}

export interface InstallDeps {
  readonly releases: string;
  readonly dataDir: string;
  readonly stateDir: string;
  readonly source: Source;
  readonly line: Pick<LauncherLine, 'use'>;
  /** The key that this box trusts now; null for none. */
  readonly key: () => PublicKey | null;
  readonly wanted: (version: string) => Wanted;
}

/** Limit of a signature file, in bytes. Real ones have a few hundred. */
const SIGNATURE_BYTES = 8192;
/** Limit of a package, in bytes. */
const MOST_BYTES = 4 * 1024 ** 3;
/** Space to leave free beside the new release, in bytes: for the users and for the backup of the databases. */
const SPARE_BYTES = 128 * 1024 * 1024;
/** Download attempts in a row without a new byte. */
const TRIES = 3;
const PAUSE_MS = 1000;

/** The phase that a progress in percent belongs to. */
export const phaseOf = (done: number): UpgradePhase => {
  if (done < DOWNLOADED) return 'download';
  return done < CHECKED ? 'check' : 'flash';
};

/** Progress in percent at which the download and the check end. */
const DOWNLOADED = 60;
const CHECKED = 70;
const ALL = 100;

type Running = Pick<RunningJob<{ readonly version: string }, never>, 'signal' | 'progress' | 'at'>;

const UNFINISHED = '.new-';
const partOf = (releases: string): string => join(releases, '.download');
const unfinishedOf = (releases: string, version: string): string => join(releases, `${UNFINISHED}${version}`);

/** Removes unfinished files. A partial download stays for the next attempt unless `retain` is `nothing`. */
export const tidy = (releases: string, keeps: 'download' | 'nothing'): void => {
  // No release was ever downloaded.
  if (!existsSync(releases)) return;
  for (const name of readdirSync(releases))
    if (name.startsWith(UNFINISHED) || (keeps === 'nothing' && name.startsWith('.download')))
      rmSync(join(releases, name), { recursive: true, force: true });
};

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Installs one version: downloads it, checks it, unpacks it beside the one in use, and notifies the launcher. */
export class Install {
  readonly #deps: InstallDeps;
  readonly #wanted: Wanted;
  readonly #running: Running;

  constructor(deps: InstallDeps, version: string, running: Running) {
    this.#deps = deps;
    this.#wanted = deps.wanted(version);
    this.#running = running;
    running.progress.expect(ALL);
  }

  /** @throws UpgradeFailed, and the abort reason when it was stopped */
  async run(): Promise<void> {
    const { releases, dataDir, line } = this.#deps;
    const { version } = this.#wanted;
    mkdirSync(releases, { recursive: true, mode: 0o700 });
    tidy(releases, 'download');
    // Stage 1, preparing: download and check.
    this.#running.at(1);
    const { signed, claim, key } = await this.#signature();
    const part = partOf(releases);
    await this.#download(part, claim);
    this.#running.progress.reach(DOWNLOADED);
    await this.#check(part, signed, key);
    // Stage 2, working: unpack into the releases folder.
    this.#running.at(2);
    this.#running.progress.reach(CHECKED);
    const folder = await this.#flash(part, claim);
    if (!(await line.use(folder, version, dataDir, this.#running.signal)))
      throw new UpgradeFailed(UPGRADE.flash, 'launcher');
  }

  /** Fetches and verifies the signature before the package is downloaded. */
  async #signature(): Promise<{ readonly signed: Signature; readonly claim: Claim; readonly key: PublicKey }> {
    const { model, version, platform } = this.#wanted;
    const { signal } = this.#running;
    const text = await this.#fetch('signature', async (coming) => {
      if (coming === null) {
        // An unsigned package is a different error than a missing one.
        const unsigned = await this.#deps.source(this.#wanted, { what: 'package', from: 0, validator: null, signal });
        await unsigned?.body[Symbol.asyncIterator]().return?.();
        throw unsigned === null
          ? new UpgradeFailed(UPGRADE.download, 'download')
          : new UpgradeFailed(UPGRADE.check, 'signature');
      }
      const { body } = coming;
      const pieces: Buffer[] = [];
      let length = 0;
      for await (const piece of body) {
        length += piece.length;
        if (length > SIGNATURE_BYTES) throw new UpgradeFailed(UPGRADE.check, 'signature');
        pieces.push(piece);
      }
      return Buffer.concat(pieces).toString('utf8');
    });
    const key = this.#deps.key();
    const signed = readSignature(text);
    if (key === null || signed === null || !isCommentOf(key, signed))
      throw new UpgradeFailed(UPGRADE.check, 'signature');
    const claim = readClaim(signed.comment);
    if (claim?.platform !== platform || claim.versions[model] !== version)
      throw new UpgradeFailed(UPGRADE.check, 'other');
    return { signed, claim, key };
  }

  /** Downloads the remaining bytes of a partial file. */
  async #download(part: string, { bytes }: Claim): Promise<void> {
    const { progress, signal } = this.#running;
    const noteFile = `${part}.of`;
    const { version } = this.#wanted;
    // A partial file of another version is discarded.
    const [of = '', validator = ''] = this.#noted(noteFile);
    if (of !== version) rmSync(part, { force: true });
    const known = { validator: of === version && validator !== '' ? validator : null };
    await this.#fetch(
      'package',
      async (coming) => {
        if (coming === null) throw new UpgradeFailed(UPGRADE.download, 'download');
        const { from, total, body, validator: next } = coming;
        if (total > MOST_BYTES) throw new UpgradeFailed(UPGRADE.download, 'download');
        await this.#roomFor(total - from + bytes);
        if (next !== known.validator || from === 0)
          await pipeline([`${version}\n${next ?? ''}`], createWriteStream(noteFile, { mode: 0o600 }));
        known.validator = next;
        let done = from;
        const count = async function* (): AsyncGenerator<Buffer> {
          for await (const piece of body) {
            done += piece.length;
            if (done > total) throw new UpgradeFailed(UPGRADE.download, 'download');
            progress.reach(total === 0 ? 0 : (done / total) * DOWNLOADED);
            yield piece;
          }
        };
        await pipeline(count(), createWriteStream(part, { flags: from === 0 ? 'w' : 'a', mode: 0o600 }), { signal });
        if (done < total) throw new Error('the line broke');
      },
      () => ({ from: known.validator === null ? 0 : sizeOf(part), validator: known.validator }),
    );
  }

  #noted(file: string): readonly string[] {
    try {
      return readFileSync(file, 'utf8').split('\n');
    } catch {
      return [];
    }
  }

  async #roomFor(bytes: number): Promise<void> {
    const { releases, stateDir } = this.#deps;
    const databases = STATE_PARTS.map((part) => databaseOf(stateDir, part));
    const backup = databases.reduce((sum, file) => sum + sizeOf(file) + sizeOf(`${file}-wal`), 0);
    const { bavail, bsize } = await statfs(releases);
    if (bavail * bsize < bytes + backup + SPARE_BYTES) throw new UpgradeFailed(UPGRADE.space, 'space');
  }

  /** Fetches a file and retries when the connection breaks; a missing file or a refusal is not retried. */
  async #fetch<T>(
    what: Asked['what'],
    read: (coming: Coming | null) => Promise<T>,
    at: () => Pick<Asked, 'from' | 'validator'> = () => ({ from: 0, validator: null }),
  ): Promise<T> {
    const { signal } = this.#running;
    for (let failed = 0, before = -1; ;) {
      const begun = at();
      try {
        return await read(await this.#deps.source(this.#wanted, { what, ...begun, signal }));
      } catch (failure) {
        if (signal.aborted || failure instanceof UpgradeFailed) throw failure;
        if (saysFull(failure)) throw new UpgradeFailed(UPGRADE.space, 'space');
        failed = begun.from > before ? 1 : failed + 1;
        before = begun.from;
        if (failure instanceof RemoteRefused || failed > TRIES) throw new UpgradeFailed(UPGRADE.download, 'download');
        await delay(PAUSE_MS * failed, undefined, { signal });
      }
    }
  }

  async #check(part: string, signed: Signature, key: PublicKey): Promise<void> {
    const { signal, progress } = this.#running;
    const total = sizeOf(part);
    let done = 0;
    const digest = await digestOf(part, signal, (count) => {
      done += count;
      progress.reach(DOWNLOADED + (done / total) * (CHECKED - DOWNLOADED));
    });
    if (!isSignedBy(key, signed, digest)) throw new UpgradeFailed(UPGRADE.check, 'damaged');
  }

  /**
   * Unpacks the package under a temporary name and renames it once everything is on the disk. @returns the name of its
   * folder
   */
  async #flash(part: string, { bytes }: Claim): Promise<string> {
    const { releases } = this.#deps;
    const { model, version } = this.#wanted;
    const { signal, progress } = this.#running;
    const made = unfinishedOf(releases, version);
    let done = 0;
    const onBytes = (count: number): void => {
      done += count;
      progress.reach(CHECKED + (done / bytes) * (ALL - CHECKED - 1));
    };
    try {
      await unpack(part, made, { signal, most: bytes, onBytes });
      if (releaseIn(made)?.versions[model] !== version) throw new NotARelease('of another version than it says');
      const name = folderOf(version);
      if (readInUse(releases).use !== name) rmSync(join(releases, name), { recursive: true, force: true });
      renameSync(made, join(releases, name));
      syncFolder(releases);
      tidy(releases, 'nothing');
      return name;
    } catch (failure) {
      if (signal.aborted) throw failure;
      if (saysFull(failure)) throw new UpgradeFailed(UPGRADE.space, 'space');
      // An error without an errno means that the package is damaged.
      throw new UpgradeFailed(UPGRADE.flash, errnoOf(failure) === undefined ? 'damaged' : 'disk');
    }
  }
}
