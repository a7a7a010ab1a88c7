import { isWithin } from '../files/file-paths.ts';
import type { UserAction, FileFingerprint } from './offline-queue.ts';

/** What was at or below `from` is now at `to`. */
export interface FileRelocation {
  readonly from: string;
  readonly to: string;
}

/**
 * Updates a queued action after an earlier one moved its file. The user queued it on the old path, which the list still
 * showed.
 */
export const followRelocation = (action: UserAction, { from, to }: FileRelocation): UserAction => {
  const relocated = (path: string): string => (isWithin(path, from) ? `${to}${path.slice(from.length)}` : path);
  const relocatedFingerprints = (seen: Readonly<Record<string, FileFingerprint>> | undefined) =>
    seen === undefined
      ? {}
      : {
          seen: Object.fromEntries(
            Object.entries(seen).map(([path, fingerprint]) => [relocated(path), fingerprint] as const),
          ),
        };
  /** A file created at `from` is a new one, not the moved one. */
  const relocatedBelow = (path: string): string => (path === from ? path : relocated(path));
  switch (action.do) {
    case 'new-folder':
      return { ...action, path: relocatedBelow(action.path) };
    case 'rename':
      // The file gets its new name in its current folder.
      return isWithin(action.path, from)
        ? {
            ...action,
            ...relocatedFingerprints(action.seen),
            path: relocated(action.path),
            to: renamedIn(action, relocated(action.path)),
          }
        : { ...action, ...relocatedFingerprints(action.seen), to: relocatedBelow(action.to) };
    case 'move':
      return {
        ...action,
        ...relocatedFingerprints(action.seen),
        paths: action.paths.map(relocated),
        into: relocated(action.into),
      };
    case 'trash': {
      const paths = action.paths.map(relocated);
      const isRelocated = paths.some((path, index) => path !== action.paths[index]);
      return { ...action, ...relocatedFingerprints(action.seen), paths, ...(isRelocated ? { followed: true } : {}) };
    }
    case 'favour':
      return { ...action, path: relocated(action.path) };
  }
};

const renamedIn = ({ to }: { readonly to: string }, path: string): string =>
  `${path.slice(0, path.lastIndexOf('/'))}${to.slice(to.lastIndexOf('/'))}`;
