/** Names that are taken at the target (UPLOAD-23 to UPLOAD-27, G-20): finding them, and keeping both. */
import { joinName, splitName } from './names.ts';

/** The n-th copy of a name: `name_copy.ext`, then `name_copy2.ext`. Folders take the suffix at their end. */
export const copyName = (name: string, n: number, folder: boolean): string => {
  const suffix = n <= 1 ? '_copy' : `_copy${n}`;
  if (folder) return `${name}${suffix}`;
  const parts = splitName(name);
  return joinName({ ...parts, stem: `${parts.stem}${suffix}` });
};

/** The first copy of a name that is free. */
export const freeName = (name: string, folder: boolean, taken: ReadonlySet<string>): string => {
  let n = 1;
  while (taken.has(copyName(name, n, folder))) n += 1;
  return copyName(name, n, folder);
};

/** Something on its way to a folder: `path` is relative to that folder, `trip/day1/a.jpg`. */
export interface Incoming {
  readonly path: string;
}

const topOf = (path: string): string => path.slice(0, path.includes('/') ? path.indexOf('/') : path.length);

/** The top-level names of `incoming` that the target has already, each once. */
export const conflictsOf = (incoming: readonly Incoming[], existing: ReadonlySet<string>): readonly string[] => [
  ...new Set(incoming.map(({ path }) => topOf(path)).filter((name) => existing.has(name))),
];

/** What the person chose for the whole batch: 1 replace, 2 keep both, 3 skip. */
export type ConflictChoice = 1 | 2 | 3;

/**
 * What is sent and under which relative path, after the choice. Keeping both renames the topmost folder of a folder upload, or
 * the file itself; every file below follows its folder.
 */
export const resolveConflicts = <T extends Incoming>(
  incoming: readonly T[],
  existing: ReadonlySet<string>,
  choice: ConflictChoice,
): readonly T[] => {
  const conflicts = new Set(conflictsOf(incoming, existing));
  switch (choice) {
    case 1:
      return incoming;
    case 3:
      return incoming.filter(({ path }) => !conflicts.has(topOf(path)));
    case 2: {
      const taken = new Set([...existing, ...incoming.map(({ path }) => topOf(path))]);
      const renamed = new Map<string, string>();
      for (const name of conflicts) {
        const folder = incoming.some(({ path }) => path.startsWith(`${name}/`));
        const free = freeName(name, folder, taken);
        taken.add(free);
        renamed.set(name, free);
      }
      return incoming.map((item) => {
        const top = topOf(item.path);
        const next = renamed.get(top);
        return next === undefined ? item : { ...item, path: `${next}${item.path.slice(top.length)}` };
      });
    }
  }
};
