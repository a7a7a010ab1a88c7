import { closeSync, constants, mkdirSync, openSync, readdirSync, rmdirSync } from 'node:fs';
import type { BoxHere, Machine } from '../machine.ts';

/** Begins the argument of a step that is a free place in `extdev`, which is made, or one where something is mounted, which is removed after the step. */
export const FREE = 'free-place:';
export const TAKEN = 'taken-place:';
/** The same of a volume, whose folder lies beside `extdev`. */
export const FREE_VOLUME = 'free-volume:';
export const TAKEN_VOLUME = 'taken-volume:';
/** A volume that is mounted and stays so. */
export const IN_VOLUME = 'in-volume:';

/** The same of a place in `netdev`. */
export const FREE_NET = 'free-net:';
export const TAKEN_NET = 'taken-net:';

/** The folder in which each kind of place lies; a volume lies in the folder of the box itself. */
const FOLDERS = {
  ...{ [FREE]: 'extdev', [TAKEN]: 'extdev', [FREE_VOLUME]: '', [TAKEN_VOLUME]: '', [IN_VOLUME]: '' },
  ...{ [FREE_NET]: 'netdev', [TAKEN_NET]: 'netdev' },
} as const;
const PREFIXES = [FREE, TAKEN, FREE_VOLUME, TAKEN_VOLUME, IN_VOLUME, FREE_NET, TAKEN_NET] as const;
const prefixOf = (arg: string): (typeof PREFIXES)[number] | undefined =>
  PREFIXES.find((prefix) => arg.startsWith(prefix));

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const inside = (open: number): string => `/proc/self/fd/${open}`;

/** What a step is given in place of a name, and what is done after it. */
interface Held {
  readonly arg: string;
  /** What the program inherits, under which `arg` names it: what it leaves at work in the background may open that after the step. */
  readonly inherited?: number;
  readonly release: (done: boolean) => void;
}

/** The number of the first that a program inherits, beside its input, its output and its errors. */
const FIRST = 3;

/**
 * The folders belong to the box, which may put a link in place of any of them at any moment. So they are opened one by one, links not followed, and the
 * program gets what is open: what is mounted comes there and nowhere else. @throws when one is no folder, or something lies in a free place
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
            // Something else is mounted there, or lies there: it stays.
          }
          close();
        },
      };
    const path = `${inside(all)}/${name}`;
    if (prefix === IN_VOLUME) return { arg: inside(number), inherited: open(path), release: close };
    try {
      mkdirSync(path, { mode: 0o755 });
    } catch {
      // It is there, or opening it says why not.
    }
    const place = open(path);
    if (readdirSync(inside(place)).length > 0) throw new Error('something lies at the place of this disk');
    return { arg: `/proc/${process.pid}/fd/${place}`, release: close };
  } catch (fault) {
    close();
    throw fault;
  }
};

/** Runs a step with what its places are, and with what it inherits. @throws as {@link hold} */
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
