import { closeSync, constants, mkdirSync, openSync, readdirSync, rmdirSync } from 'node:fs';
import type { BoxLocation, Machine } from '../machine.ts';

/**
 * Argument prefixes for a folder in `extdev`: a free one, which is created before the step, or a mounted one, which is
 * removed after it.
 */
export const FREE_PLACE = 'free-place:';
export const MOUNTED_PLACE = 'taken-place:';
/** The same for a volume, whose folder is next to `extdev`. */
export const FREE_VOLUME = 'free-volume:';
export const MOUNTED_VOLUME = 'taken-volume:';
/** A volume that stays mounted. */
export const IN_VOLUME = 'in-volume:';

/** The same for a folder in `netdev`. */
export const FREE_NET = 'free-net:';
export const MOUNTED_NET = 'taken-net:';

/** The parent folder for each prefix; a volume is directly in the data folder. */
const PARENT_FOLDERS = {
  [FREE_PLACE]: 'extdev',
  [MOUNTED_PLACE]: 'extdev',
  [FREE_VOLUME]: '',
  [MOUNTED_VOLUME]: '',
  [IN_VOLUME]: '',
  [FREE_NET]: 'netdev',
  [MOUNTED_NET]: 'netdev',
} as const;
const PREFIXES = [FREE_PLACE, MOUNTED_PLACE, FREE_VOLUME, MOUNTED_VOLUME, IN_VOLUME, FREE_NET, MOUNTED_NET] as const;
const prefixOf = (arg: string): (typeof PREFIXES)[number] | undefined =>
  PREFIXES.find((prefix) => arg.startsWith(prefix));

const OPEN_FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const descriptorPath = (open: number): string => `/proc/self/fd/${open}`;

/** The argument that replaces a prefixed one, and the cleanup after the step. */
interface ResolvedArg {
  readonly arg: string;
  /** A descriptor that the program inherits and `arg` refers to: a background process may open it after the step. */
  readonly inherited?: number;
  readonly release: (done: boolean) => void;
}

/** The first inherited descriptor, after stdin, stdout and stderr. */
const FIRST_INHERITED = 3;

/**
 * Opens the folders one by one without following links, because the box owns them and may replace any with a link. The
 * program gets the open descriptor, so the mount cannot end up elsewhere. @throws when one is not a folder, or a free
 * folder is not empty
 */
const resolveStepFolder = (
  { dataDir }: BoxLocation,
  arg: string,
  prefix: (typeof PREFIXES)[number],
  number: number,
): ResolvedArg => {
  const opened: number[] = [];
  const open = (path: string): number => {
    const folder = openSync(path, OPEN_FOLDER_FLAGS);
    opened.push(folder);
    return folder;
  };
  const close = (): void => {
    for (const each of opened) closeSync(each);
  };
  try {
    const data = open(dataDir);
    const folder = PARENT_FOLDERS[prefix];
    const parentFolder = folder === '' ? data : open(`${descriptorPath(data)}/${folder}`);
    const name = arg.slice(prefix.length);
    if (prefix === MOUNTED_PLACE || prefix === MOUNTED_VOLUME || prefix === MOUNTED_NET)
      return {
        arg: `/proc/${process.pid}/fd/${parentFolder}/${name}`,
        release: (done) => {
          try {
            if (done) rmdirSync(`${descriptorPath(parentFolder)}/${name}`);
          } catch {
            // Something else is mounted there, or the folder is not empty: it stays.
          }
          close();
        },
      };
    const path = `${descriptorPath(parentFolder)}/${name}`;
    if (prefix === IN_VOLUME) return { arg: descriptorPath(number), inherited: open(path), release: close };
    try {
      mkdirSync(path, { mode: 0o755 });
    } catch {
      // It exists already, or opening it reports the error.
    }
    const place = open(path);
    if (readdirSync(descriptorPath(place)).length > 0) throw new Error('the mount folder of this disk is not empty');
    return { arg: `/proc/${process.pid}/fd/${place}`, release: close };
  } catch (fault) {
    close();
    throw fault;
  }
};

/**
 * Runs a step with its prefixed arguments replaced and its descriptors inherited. @throws as {@link resolveStepFolder}
 */
export const withStepFolders = async <A extends { readonly code: number | null }>(
  { box }: Machine,
  args: readonly string[],
  run: (args: readonly string[], inherited: readonly number[]) => Promise<A>,
): Promise<A> => {
  const resolved = new Map<string, ResolvedArg>();
  const inherited: number[] = [];
  let done = false;
  try {
    for (const arg of args) {
      const prefix = prefixOf(arg);
      if (box === null || prefix === undefined) continue;
      const place = resolveStepFolder(box, arg, prefix, FIRST_INHERITED + inherited.length);
      resolved.set(arg, place);
      if (place.inherited !== undefined) inherited.push(place.inherited);
    }
    const result = await run(
      args.map((arg) => resolved.get(arg)?.arg ?? arg),
      inherited,
    );
    done = result.code === 0;
    return result;
  } finally {
    for (const { release } of resolved.values()) release(done);
  }
};
