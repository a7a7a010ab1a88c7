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
import { RemoteRefused } from '../downloads/open-remote.ts';
import { folderOf, readInUse, releaseIn } from '../../bin/launcher/release-files.ts';
import { JobFailed, type RunningJob } from '../../runtime/job.ts';
import { syncFolder } from '../../storage/state/durable-files.ts';
import { databaseOf, STATE_PARTS } from '../../storage/state/state-paths.ts';
import { errnoOf, isDiskFullError } from '../../storage/vault/refusal.ts';
import { type ReleaseClaim, parseReleaseClaim } from './release-claim.ts';
import type { LauncherConnection } from './launcher-connection.ts';
import {
  digestOf,
  isCommentOf,
  isSignedBy,
  type MinisignPublicKey,
  parseSignature,
  type MinisignSignature,
} from './minisign.ts';
import { type UpgradeFailureReason, UPGRADE_CODES, type UpgradeFailure } from './upgrade-outcome.ts';
import type { PackageRequest, PackageStream, PackageSource, ReleaseTarget } from './package-source.ts';
import { InvalidReleaseError, unpackPackage } from './unpack-package.ts';

/** An upgrade failed for a reason that is reported to administrators. */
export class UpgradeFailed extends JobFailed {
  readonly why: UpgradeFailureReason;

  constructor(code: UpgradeFailure, why: UpgradeFailureReason) {
    super(why, code);
    this.why = why;
  }
}

export interface InstallDeps {
  readonly releases: string;
  readonly dataDir: string;
  readonly stateDir: string;
  readonly source: PackageSource;
  readonly launcher: Pick<LauncherConnection, 'switchRelease'>;
  /** The key that this box trusts now; null for none. */
  readonly key: () => MinisignPublicKey | null;
  readonly targetFor: (version: string) => ReleaseTarget;
}

/** Limit of a signature file, in bytes. Real ones have a few hundred. */
const MAX_SIGNATURE_BYTES = 8192;
/** Limit of a package, in bytes. */
const MAX_PACKAGE_BYTES = 4 * 1024 ** 3;
/** Space to leave free beside the new release, in bytes: for the users and for the backup of the databases. */
const MIN_FREE_BYTES = 128 * 1024 * 1024;
/** Download attempts in a row without a new byte. */
const MAX_FAILED_TRIES = 3;
const RETRY_DELAY_MS = 1000;

/** The phase that a progress in percent belongs to. */
export const phaseOf = (done: number): UpgradePhase => {
  if (done < DOWNLOADED_PERCENT) return 'download';
  return done < CHECKED_PERCENT ? 'check' : 'flash';
};

/** Progress in percent at which the download and the check end. */
const DOWNLOADED_PERCENT = 60;
const CHECKED_PERCENT = 70;
const TOTAL_PERCENT = 100;

type InstallRun = Pick<RunningJob<{ readonly version: string }, never>, 'signal' | 'progress' | 'setStage'>;

const UNFINISHED_PREFIX = '.new-';
const partialFileOf = (releases: string): string => join(releases, '.download');
const unfinishedOf = (releases: string, version: string): string => join(releases, `${UNFINISHED_PREFIX}${version}`);

/** Removes unfinished files. A partial download stays for the next attempt unless `retain` is `nothing`. */
export const removeUnfinished = (releases: string, retain: 'download' | 'nothing'): void => {
  // No release was ever downloaded.
  if (!existsSync(releases)) return;
  for (const name of readdirSync(releases))
    if (name.startsWith(UNFINISHED_PREFIX) || (retain === 'nothing' && name.startsWith('.download')))
      rmSync(join(releases, name), { recursive: true, force: true });
};

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Installs one version: downloads it, checks it, unpacks it beside the one in use, and notifies the launcher. */
export class ReleaseInstall {
  readonly #deps: InstallDeps;
  readonly #target: ReleaseTarget;
  readonly #running: InstallRun;

  constructor(deps: InstallDeps, version: string, running: InstallRun) {
    this.#deps = deps;
    this.#target = deps.targetFor(version);
    this.#running = running;
    running.progress.setTotal(TOTAL_PERCENT);
  }

  /** @throws UpgradeFailed, and the abort reason when it was stopped */
  async run(): Promise<void> {
    const { releases, dataDir, launcher } = this.#deps;
    const { version } = this.#target;
    mkdirSync(releases, { recursive: true, mode: 0o700 });
    removeUnfinished(releases, 'download');
    // Stage 1, preparing: download and check.
    this.#running.setStage(1);
    const { signed, claim, key } = await this.#signature();
    const partialFile = partialFileOf(releases);
    await this.#download(partialFile, claim);
    this.#running.progress.setDone(DOWNLOADED_PERCENT);
    await this.#check(partialFile, signed, key);
    // Stage 2, working: unpack into the releases folder.
    this.#running.setStage(2);
    this.#running.progress.setDone(CHECKED_PERCENT);
    const folder = await this.#installFiles(partialFile, claim);
    if (!(await launcher.switchRelease(folder, version, dataDir, this.#running.signal)))
      throw new UpgradeFailed(UPGRADE_CODES.flash, 'launcher');
  }

  /** Fetches and verifies the signature before the package is downloaded. */
  async #signature(): Promise<{
    readonly signed: MinisignSignature;
    readonly claim: ReleaseClaim;
    readonly key: MinisignPublicKey;
  }> {
    const { model, version, platform } = this.#target;
    const { signal } = this.#running;
    const text = await this.#fetch('signature', async (stream) => {
      if (stream === null) {
        // An unsigned package is a different error than a missing one.
        const unsigned = await this.#deps.source(this.#target, { what: 'package', from: 0, validator: null, signal });
        await unsigned?.body[Symbol.asyncIterator]().return?.();
        throw unsigned === null
          ? new UpgradeFailed(UPGRADE_CODES.download, 'download')
          : new UpgradeFailed(UPGRADE_CODES.check, 'signature');
      }
      const { body } = stream;
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of body) {
        length += chunk.length;
        if (length > MAX_SIGNATURE_BYTES) throw new UpgradeFailed(UPGRADE_CODES.check, 'signature');
        chunks.push(chunk);
      }
      return Buffer.concat(chunks).toString('utf8');
    });
    const key = this.#deps.key();
    const signed = parseSignature(text);
    if (key === null || signed === null || !isCommentOf(key, signed))
      throw new UpgradeFailed(UPGRADE_CODES.check, 'signature');
    const claim = parseReleaseClaim(signed.comment);
    if (claim?.platform !== platform || claim.versions[model] !== version)
      throw new UpgradeFailed(UPGRADE_CODES.check, 'other');
    return { signed, claim, key };
  }

  /** Downloads the remaining bytes of a partial file. */
  async #download(partialFile: string, { bytes }: ReleaseClaim): Promise<void> {
    const { progress, signal } = this.#running;
    const validatorFile = `${partialFile}.of`;
    const { version } = this.#target;
    // A partial file of another version is discarded.
    const [partialVersion = '', validator = ''] = this.#readLines(validatorFile);
    if (partialVersion !== version) rmSync(partialFile, { force: true });
    const known = { validator: partialVersion === version && validator !== '' ? validator : null };
    await this.#fetch(
      'package',
      async (stream) => {
        if (stream === null) throw new UpgradeFailed(UPGRADE_CODES.download, 'download');
        const { from, total, body, validator: next } = stream;
        if (total > MAX_PACKAGE_BYTES) throw new UpgradeFailed(UPGRADE_CODES.download, 'download');
        await this.#requireSpace(total - from + bytes);
        if (next !== known.validator || from === 0)
          await pipeline([`${version}\n${next ?? ''}`], createWriteStream(validatorFile, { mode: 0o600 }));
        known.validator = next;
        let done = from;
        const count = async function* (): AsyncGenerator<Buffer> {
          for await (const chunk of body) {
            done += chunk.length;
            if (done > total) throw new UpgradeFailed(UPGRADE_CODES.download, 'download');
            progress.setDone(total === 0 ? 0 : (done / total) * DOWNLOADED_PERCENT);
            yield chunk;
          }
        };
        await pipeline(count(), createWriteStream(partialFile, { flags: from === 0 ? 'w' : 'a', mode: 0o600 }), {
          signal,
        });
        if (done < total) throw new Error('the connection was lost');
      },
      () => ({ from: known.validator === null ? 0 : sizeOf(partialFile), validator: known.validator }),
    );
  }

  #readLines(file: string): readonly string[] {
    try {
      return readFileSync(file, 'utf8').split('\n');
    } catch {
      return [];
    }
  }

  async #requireSpace(bytes: number): Promise<void> {
    const { releases, stateDir } = this.#deps;
    const databases = STATE_PARTS.map((part) => databaseOf(stateDir, part));
    const backup = databases.reduce((sum, file) => sum + sizeOf(file) + sizeOf(`${file}-wal`), 0);
    const { bavail, bsize } = await statfs(releases);
    if (bavail * bsize < bytes + backup + MIN_FREE_BYTES) throw new UpgradeFailed(UPGRADE_CODES.space, 'space');
  }

  /** Fetches a file and retries when the connection breaks; a missing file or a refusal is not retried. */
  async #fetch<T>(
    what: PackageRequest['what'],
    read: (stream: PackageStream | null) => Promise<T>,
    resumePoint: () => Pick<PackageRequest, 'from' | 'validator'> = () => ({ from: 0, validator: null }),
  ): Promise<T> {
    const { signal } = this.#running;
    for (let failed = 0, previousFrom = -1; ;) {
      const start = resumePoint();
      try {
        return await read(await this.#deps.source(this.#target, { what, ...start, signal }));
      } catch (failure) {
        if (signal.aborted || failure instanceof UpgradeFailed) throw failure;
        if (isDiskFullError(failure)) throw new UpgradeFailed(UPGRADE_CODES.space, 'space');
        failed = start.from > previousFrom ? 1 : failed + 1;
        previousFrom = start.from;
        if (failure instanceof RemoteRefused || failed > MAX_FAILED_TRIES)
          throw new UpgradeFailed(UPGRADE_CODES.download, 'download');
        await delay(RETRY_DELAY_MS * failed, undefined, { signal });
      }
    }
  }

  async #check(packageFile: string, signed: MinisignSignature, key: MinisignPublicKey): Promise<void> {
    const { signal, progress } = this.#running;
    const total = sizeOf(packageFile);
    let done = 0;
    const digest = await digestOf(packageFile, signal, (count) => {
      done += count;
      progress.setDone(DOWNLOADED_PERCENT + (done / total) * (CHECKED_PERCENT - DOWNLOADED_PERCENT));
    });
    if (!isSignedBy(key, signed, digest)) throw new UpgradeFailed(UPGRADE_CODES.check, 'damaged');
  }

  /**
   * Unpacks the package under a temporary name and renames it once everything is on the disk. @returns the name of its
   * folder
   */
  async #installFiles(packageFile: string, { bytes }: ReleaseClaim): Promise<string> {
    const { releases } = this.#deps;
    const { model, version } = this.#target;
    const { signal, progress } = this.#running;
    const unfinished = unfinishedOf(releases, version);
    let done = 0;
    const onBytes = (count: number): void => {
      done += count;
      progress.setDone(CHECKED_PERCENT + (done / bytes) * (TOTAL_PERCENT - CHECKED_PERCENT - 1));
    };
    try {
      await unpackPackage(packageFile, unfinished, { signal, maxBytes: bytes, onBytes });
      if (releaseIn(unfinished)?.versions[model] !== version)
        throw new InvalidReleaseError('the version is not the announced one');
      const name = folderOf(version);
      if (readInUse(releases).use !== name) rmSync(join(releases, name), { recursive: true, force: true });
      renameSync(unfinished, join(releases, name));
      syncFolder(releases);
      removeUnfinished(releases, 'nothing');
      return name;
    } catch (failure) {
      if (signal.aborted) throw failure;
      if (isDiskFullError(failure)) throw new UpgradeFailed(UPGRADE_CODES.space, 'space');
      // An error without an errno means that the package is damaged.
      throw new UpgradeFailed(UPGRADE_CODES.flash, errnoOf(failure) === undefined ? 'damaged' : 'disk');
    }
  }
}
