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
import type { HostPlace } from './runtime/host.ts';
import { PIECE_BYTES, Reserve, reserveFolders } from './space/reserve.ts';
import { stateDirOf } from './state/places.ts';

/** A certificate and its key, PEM files by their absolute paths. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** How a box is run. Paths are absolute. */
export interface BoxConfig {
  /** Holds the volumes: the family's files. */
  readonly dataDir: string;
  /** Holds the database and caches; a folder of the data folder that no wire path reaches. */
  readonly stateDir: string;
  /** Mixed into the safe's keys, and what the account service knows the box by is made from it; kept apart from the data (G-32). */
  readonly boxSecret: string;
  readonly port: number;
  readonly host: string;
  /** Names that lead to this box besides those of a home network, such as the one of a proxy in front. */
  readonly hostNames: readonly string[];
  /** Where shares are served and nothing else, for a router or a domain to lead to (G-64); null for nowhere. */
  readonly sharePort: number | null;
  /** The certificate with which the box speaks https itself; absent: it speaks http. */
  readonly tls?: TlsFiles;
  readonly model: BoxModel;
  /** Calls of one user that may run at the same time (G-70). */
  readonly callsAtOnce: number;
  /** Where the program is that does what needs root: power, the clock. */
  readonly helper: HostPlace;
  /** Whether downloads from an address may reach this machine and the home network. */
  readonly allowLanDownloads: boolean;
  /** Where the launcher keeps releases that the box brought; absent: beside the database. */
  readonly releases?: string;
  /** The public key of releases that the box may bring; absent: the one that its own release carries. */
  readonly upgradeKey?: string;
  /** Packages that the account service inside the box offers; absent: none. */
  readonly packages?: string;
  /** An account service elsewhere; null runs the embedded one. */
  readonly accountUrl: string | null;
  /** The built desktop. */
  readonly desktopDir: string;
  /** Fills an empty box with a believable family. */
  readonly demo: boolean;
}

/** Why a box cannot start, in a person's words. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** Less than this much free space and a new box will not start: it could not keep anything for itself. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

const errnoOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : 'unknown';

/** Makes a folder and the parents it lacks, one after the other: `recursive` never returns where the kernel refuses with ENOENT (/proc). */
const makeFolders = (folder: string): void => {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  mkdirSync(folder, { mode: 0o750 });
};

/** A probe that was never made, or that cannot be removed, must not hide why the folder is no good. */
const removeProbe = (probe: string): void => {
  try {
    rmSync(probe, { force: true });
  } catch {
    // Whatever is wrong has been said, or the next start says it.
  }
};

/** Makes the data folder and checks that it can be written and has room. */
export const prepareDataFolder = (folder: string): void => {
  try {
    makeFolders(folder);
    if (!statSync(folder).isDirectory()) throw new StartFailure(`The data folder ${folder} is not a folder.`);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    // A box that ran here before starts on a full disk as well: that is when its owner needs it.
    new Reserve({ folders: reserveFolders(stateDirOf(folder)) }).giveForStart();
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
  const least = existsSync(stateDirOf(folder)) ? PIECE_BYTES : MIN_FREE_BYTES;
  if (space.bavail * space.bsize < least)
    throw new StartFailure(
      `The disk of the data folder ${folder} is full (under ${least / PIECE_BYTES} MB free). Free some space, or choose another with --data DIR.`,
    );
};
