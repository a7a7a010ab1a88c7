import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { BoxModel } from '@boxwood/box-sdk';
import type { HostLocation } from './runtime/host-client.ts';
import { RESERVE_CHUNK_BYTES, DiskReserve, reserveFolders } from './storage/space/disk-reserve.ts';
import { stateDirOf } from './storage/state/state-paths.ts';

/** A certificate and its key, PEM files by their absolute paths. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** How a box is run. Paths are absolute. */
export interface BoxConfig {
  /** Folder with the volumes, which hold the users' files. */
  readonly dataDir: string;
  /** Folder with the database and caches. It lies in the data folder, and no wire path reaches it. */
  readonly stateDir: string;
  /**
   * Secret mixed into the keys of the safe; the key that identifies the box to the account service is derived from it.
   * Stored apart from the data (G-32).
   */
  readonly boxSecret: string;
  readonly port: number;
  readonly host: string;
  /** Extra host names of this box besides those of the home network, such as that of a reverse proxy. */
  readonly hostNames: readonly string[];
  /** Port that serves only share links, for a router or a domain to forward to (G-64); null for none. */
  readonly sharePort: number | null;
  /** The certificate for https; without it the box serves http. */
  readonly tls?: TlsFiles;
  readonly model: BoxModel;
  /** Limit of concurrent calls per user (G-70). */
  readonly callsAtOnce: number;
  /** Socket of the helper that runs operations that need root, such as power and the clock. */
  readonly helper: HostLocation;
  /** Whether downloads from an address may reach this machine and the home network. */
  readonly allowLanDownloads: boolean;
  /** Folder in which the launcher stores downloaded releases; by default beside the database. */
  readonly releases?: string;
  /** Public key that releases must be signed with; by default the key that the running release contains. */
  readonly upgradeKey?: string;
  /** Folder of packages that the embedded account service offers; absent for none. */
  readonly packages?: string;
  /** URL of an external account service; null runs the embedded one. */
  readonly accountUrl: string | null;
  /** Folder with the built desktop. */
  readonly desktopDir: string;
  /** Whether to fill an empty box with demo users and files. */
  readonly demo: boolean;
}

/** Why a box cannot start, as a message for the user. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** Minimum free space for a new box, in bytes. Below it the box could not store its own state. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

const errnoOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : 'unknown';

/**
 * Creates a folder and its missing parents one by one: `recursive` never returns where the kernel refuses with ENOENT
 * (/proc).
 */
const makeFolders = (folder: string): void => {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  mkdirSync(folder, { mode: 0o750 });
};

/** Removes the probe file. A probe that was not created, or cannot be removed, must not hide the actual error. */
const removeProbe = (probe: string): void => {
  try {
    rmSync(probe, { force: true });
  } catch {
    // The actual error has been reported, or the next start reports it.
  }
};

/** Creates the data folder and checks that it is writable and has free space. */
export const prepareDataFolder = (folder: string): void => {
  try {
    makeFolders(folder);
    if (!statSync(folder).isDirectory()) throw new StartFailure(`The data folder ${folder} is not a folder.`);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    // A box that already ran here also starts on a full disk, because its owner needs it to free space.
    new DiskReserve({ folders: reserveFolders(stateDirOf(folder)) }).releaseForStart();
    const probe = join(folder, `.boxwood-probe-${process.pid}`);
    writeFileSync(probe, 'x');
    chmodSync(probe, 0o600);
  } catch (failure) {
    if (failure instanceof StartFailure) throw failure;
    const errno = errnoOf(failure);
    if (errno === 'ENOSPC' || errno === 'EDQUOT')
      throw new StartFailure(
        `The disk of the data folder ${folder} is full. Free some space, or choose another folder with --data DIR.`,
      );
    if (errno === 'ENOTDIR' || errno === 'EEXIST') throw new StartFailure(`The data folder ${folder} is not a folder.`);
    throw new StartFailure(
      `The data folder ${folder} cannot be written (${errno}). Give this user the right to write there, or choose another with --data DIR.`,
    );
  } finally {
    removeProbe(join(folder, `.boxwood-probe-${process.pid}`));
  }
  const space = statfsSync(folder);
  const minFreeBytes = existsSync(stateDirOf(folder)) ? RESERVE_CHUNK_BYTES : MIN_FREE_BYTES;
  if (space.bavail * space.bsize < minFreeBytes)
    throw new StartFailure(
      `The disk of the data folder ${folder} is full (under ${minFreeBytes / RESERVE_CHUNK_BYTES} MB free). Free some space, or choose another with --data DIR.`,
    );
};
