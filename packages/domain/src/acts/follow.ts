import { isWithin } from '../files/places.ts';
import type { Act, Sight } from './acts.ts';

/** What was at or below `from` is now at `to`. */
export interface Carried {
  readonly from: string;
  readonly to: string;
}

/**
 * Updates a queued action after an earlier one moved its file. The user queued it on the old path, which the list still
 * showed.
 */
export const follow = (act: Act, { from, to }: Carried): Act => {
  const now = (path: string): string => (isWithin(path, from) ? `${to}${path.slice(from.length)}` : path);
  const seenNow = (seen: Readonly<Record<string, Sight>> | undefined) =>
    seen === undefined
      ? {}
      : { seen: Object.fromEntries(Object.entries(seen).map(([path, sight]) => [now(path), sight] as const)) };
  /** A file created at `from` is a new one, not the moved one. */
  const inside = (path: string): string => (path === from ? path : now(path));
  switch (act.do) {
    case 'new-folder':
      return { ...act, path: inside(act.path) };
    case 'rename':
      // The file gets its new name in its current folder.
      return isWithin(act.path, from)
        ? { ...act, ...seenNow(act.seen), path: now(act.path), to: renamedIn(act, now(act.path)) }
        : { ...act, ...seenNow(act.seen), to: inside(act.to) };
    case 'move':
      return { ...act, ...seenNow(act.seen), paths: act.paths.map(now), into: now(act.into) };
    case 'trash': {
      const paths = act.paths.map(now);
      const isCarried = paths.some((path, at) => path !== act.paths[at]);
      return { ...act, ...seenNow(act.seen), paths, ...(isCarried ? { followed: true } : {}) };
    }
    case 'favour':
      return { ...act, path: now(act.path) };
  }
};

const renamedIn = ({ to }: { readonly to: string }, path: string): string =>
  `${path.slice(0, path.lastIndexOf('/'))}${to.slice(to.lastIndexOf('/'))}`;
