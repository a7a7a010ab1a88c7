/**
 * Name conflicts at the target (UPLOAD-23 to UPLOAD-27, G-20): detects them, and finds new names to keep both files.
 */
import { joinName, splitName } from './file-names.ts';

/** The n-th copy of a name: `name_copy.ext`, then `name_copy2.ext`. For folders the suffix goes to the end. */
export const copyName = (name: string, n: number, isFolder: boolean): string => {
  const suffix = n <= 1 ? '_copy' : `_copy${n}`;
  if (isFolder) return `${name}${suffix}`;
  const parts = splitName(name);
  return joinName({ ...parts, stem: `${parts.stem}${suffix}` });
};

/** The first copy of a name that is not occupied. */
export const freeName = (name: string, isFolder: boolean, occupied: ReadonlySet<string>): string => {
  let n = 1;
  while (occupied.has(copyName(name, n, isFolder))) n += 1;
  return copyName(name, n, isFolder);
};

/** An item to be sent to a folder: `path` is relative to that folder, `trip/day1/a.jpg`. */
export interface IncomingItem {
  readonly path: string;
}

const topLevelName = (path: string): string => path.slice(0, path.includes('/') ? path.indexOf('/') : path.length);

/** The top-level names of `incoming` that already exist at the target, each once. */
export const conflictsOf = (incoming: readonly IncomingItem[], existing: ReadonlySet<string>): readonly string[] => [
  ...new Set(incoming.map(({ path }) => topLevelName(path)).filter((name) => existing.has(name))),
];

/** The user's choice for the whole batch: 1 replace, 2 keep both, 3 skip. */
export type ConflictChoice = 1 | 2 | 3;

/**
 * The items to send and their relative paths, after the choice. Keeping both renames the topmost folder of a folder
 * upload, or the file itself; every file below follows its folder.
 */
export const resolveConflicts = <T extends IncomingItem>(
  incoming: readonly T[],
  existing: ReadonlySet<string>,
  choice: ConflictChoice,
): readonly T[] => {
  const conflicts = new Set(conflictsOf(incoming, existing));
  switch (choice) {
    case 1:
      return incoming;
    case 3:
      return incoming.filter(({ path }) => !conflicts.has(topLevelName(path)));
    case 2: {
      const occupied = new Set([...existing, ...incoming.map(({ path }) => topLevelName(path))]);
      const renamed = new Map<string, string>();
      for (const name of conflicts) {
        const isFolder = incoming.some(({ path }) => path.startsWith(`${name}/`));
        const free = freeName(name, isFolder, occupied);
        occupied.add(free);
        renamed.set(name, free);
      }
      return incoming.map((item) => {
        const top = topLevelName(item.path);
        const next = renamed.get(top);
        return next === undefined ? item : { ...item, path: `${next}${item.path.slice(top.length)}` };
      });
    }
  }
};
