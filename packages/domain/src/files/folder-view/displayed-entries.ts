import type { FileEntry } from '@boxwood/box-sdk';
import type { PendingActionsState } from '../../offline/projection.ts';
import type { FolderState } from '../files.ts';
import type { ListingPages } from './listing-pages.ts';
import { pendingFoldersIn } from './pending-folders.ts';

/** Pending new folders of a view, without those that are displayed already; a search or a filter shows none. */
export const pendingFolderEntries = (
  { location, search, filter }: FolderState,
  visible: ListingPages,
  actions: PendingActionsState,
): readonly FileEntry[] => {
  if (search !== null || filter.filesOnly === true || filter.type !== undefined) return [];
  const pending = pendingFoldersIn(location.path, actions);
  return pending.filter(({ path }) => !visible.pages.some((page) => page.some((one) => one.path === path)));
};

/** All displayed or loaded entries in order. Pending folders are first, because their sort position is unknown. */
export const selectableEntries = (visible: ListingPages, pending: readonly FileEntry[]): readonly FileEntry[] => {
  if (pending.length > 0) return [...pending, ...visible.pages.flat()];
  return visible.pages.length === 1 ? (visible.pages[0] ?? []) : visible.pages.flat();
};

/** The entries of a page, or of all loaded pages, and the number of entries in the folder. */
export const displayedEntries = (
  visible: ListingPages,
  pending: readonly FileEntry[],
  page: number | 'all',
): Pick<FolderState, 'entries' | 'total'> => {
  const total = visible.total + pending.length;
  if (page === 'all') return { entries: selectableEntries(visible, pending), total };
  const there = visible.pages[page - 1] ?? [];
  return { entries: page === 1 && pending.length > 0 ? [...pending, ...there] : there, total };
};
