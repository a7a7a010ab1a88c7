import { closeSync, constants, mkdirSync, openSync, readdirSync, rmdirSync } from 'node:fs';
import type { BoxHere, Machine } from '../machine.ts';

/**
 * Argument prefixes for a folder in `extdev`: a free one, which is created before the step, or a mounted one, which is
 * removed after it.
 */
export const FREE = 'free-place:';
export const TAKEN = 'taken-place:';
/** The same for a volume, whose folder is beside `extdev`. */
export const FREE_VOLUME = 'free-volume:';
export const TAKEN_VOLUME = 'taken-volume:';
/** A volume that stays mounted. */
export const IN_VOLUME = 'in-volume:';

/** The same for a folder in `netdev`. */
export const FREE_NET = 'free-net:';
export const TAKEN_NET = 'taken-net:';

/** The parent folder for each prefix; a volume is directly in the data folder. */
const FOLDERS = {
  [FREE]: 'extdev',
  [TAKEN]: 'extdev',
  [FREE_VOLUME]: '',
  [TAKEN_VOLUME]: '',
  [IN_VOLUME]: '',
  [FREE_NET]: 'netdev',
  [TAKEN_NET]: 'netdev',
} as const;
const PREFIXES = [FREE, TAKEN, FREE_VOLUME, TAKEN_VOLUME, IN_VOLUME, FREE_NET, TAKEN_NET] as const;
const prefixOf = (arg: string): (typeof PREFIXES)[number] | undefined =>
  PREFIXES.find((prefix) => arg.startsWith(prefix));

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const inside = (open: number): string => `/proc/self/fd/${open}`;

/** The argument that replaces a prefixed one, and the cleanup after the step. */
interface Held {
  readonly arg: string;
  /** A descriptor that the program inherits and `arg` refers to: a background process may open it after the step. */
  readonly inherited?: number;
  readonly release: (done: boolean) => void;
}

/** The first inherited descriptor, after stdin, stdout and stderr. */
const FIRST = 3;

/**
 * Opens the folders one by one without following links, because the box owns them and may replace any with a link. The
 * program gets the open descriptor, so the mount cannot end up elsewhere. @throws when one is not a folder, or a free
 * folder is not empty
 */
const hold = ({ dataDir }: BoxHere, arg: string, prefix: (typeof PREFIXES)[number], number: number): Held => {
  const opened: number[] = [];
  const open = (path: string): number => {
    const folder = openSync(path, FOLDER);
    opened.push(folder);
    return folder;
  };
  const close = (): void => {
    for (const each of opened) closeSync(each);
  };
  try {
    const data = open(dataDir);
    const folder = FOLDERS[prefix];
    const all = folder === '' ? data : open(`${inside(data)}/${folder}`);
    const name = arg.slice(prefix.length);
    if (prefix === TAKEN || prefix === TAKEN_VOLUME || prefix === TAKEN_NET)
      return {
        arg: `/proc/${process.pid}/fd/${all}/${name}`,
        release: (done) => {
          try {
            if (done) rmdirSync(`${inside(all)}/${name}`);
          } catch {
            // Something else is mounted there, or the folder is not empty: it stays.
          }
          close();
        },
      };
    const path = `${inside(all)}/${name}`;
    if (prefix === IN_VOLUME) return { arg: inside(number), inherited: open(path), release: close };
    try {
      mkdirSync(path, { mode: 0o755 });
    } catch {
      // It exists already, or opening it reports the error.
    }
    const place = open(path);
    if (readdirSync(inside(place)).length > 0) throw new Error('something lies at the place of this disk');
    return { arg: `/proc/${process.pid}/fd/${place}`, release: close };
  } catch (fault) {
    close();
    throw fault;
  }
};

/**
 * Runs a step with its prefixed arguments replaced and its descriptors inherited. @throws as {@link resolveStepFolder}
 */
export const withPlaces = async <A extends { readonly code: number | null }>(
  { box }: Machine,
  args: readonly string[],
  run: (args: readonly string[], inherited: readonly number[]) => Promise<A>,
): Promise<A> => {
  const held = new Map<string, Held>();
  const inherited: number[] = [];
  let done = false;
  try {
    for (const arg of args) {
      const prefix = prefixOf(arg);
      if (box === null || prefix === undefined) continue;
      const place = hold(box, arg, prefix, FIRST + inherited.length);
      held.set(arg, place);
      if (place.inherited !== undefined) inherited.push(place.inherited);
    }
    const ended = await run(
      args.map((arg) => held.get(arg)?.arg ?? arg),
      inherited,
    );
    done = ended.code === 0;
    return ended;
  } finally {
    for (const { release } of held.values()) release(done);
  }
};
