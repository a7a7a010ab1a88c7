import type { FileEntry } from '@boxwood/box-sdk';
import type { BoxEvent } from '../../events/box-event.ts';
import type { Selection } from '../files.ts';

export const NOTHING_SELECTED: Selection = { paths: new Set(), entries: [], bytes: 0, anchor: null };

const createSelection = (entries: readonly FileEntry[], anchor: string | null): Selection => ({
  paths: new Set(entries.map(({ path }) => path)),
  entries,
  bytes: entries.reduce((sum, { size }) => sum + size, 0),
  anchor,
});

/** Selects entries by path. Entries selected on other pages stay in the selection. */
export const selectPaths = (
  now: Selection,
  shown: readonly FileEntry[],
  paths: Iterable<string>,
  how: 'only' | 'add' | 'toggle',
): Selection => {
  const wanted = new Set(paths);
  const picked = shown.filter(({ path }) => wanted.has(path));
  const anchor = picked.at(-1)?.path ?? now.anchor;
  if (how === 'only') return createSelection(picked, picked.at(-1)?.path ?? null);
  const added = picked.filter(({ path }) => !now.paths.has(path));
  const remaining = how === 'add' ? now.entries : now.entries.filter(({ path }) => !wanted.has(path));
  return createSelection([...remaining, ...added], anchor);
};

/** From the anchor (or the first shown entry) to `path`, in shown order. */
export const selectRange = (now: Selection, shown: readonly FileEntry[], path: string, keep: boolean): Selection => {
  const to = shown.findIndex((entry) => entry.path === path);
  if (to < 0) return now;
  const from = Math.max(
    0,
    shown.findIndex((entry) => entry.path === now.anchor),
  );
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  const remaining = keep ? now.entries.filter((entry) => !range.includes(entry)) : [];
  return createSelection([...remaining, ...range], now.anchor ?? shown[from]?.path ?? null);
};

export const selectAll = (now: Selection, shown: readonly FileEntry[]): Selection => createSelection(shown, now.anchor);

export const invertSelection = (now: Selection, shown: readonly FileEntry[]): Selection =>
  createSelection(
    shown.filter(({ path }) => !now.paths.has(path)),
    null,
  );

/** After a reload: replaces changed entries, and drops entries that are missing from a complete listing. */
export const refreshSelection = (now: Selection, shown: readonly FileEntry[], complete: boolean): Selection => {
  if (now.entries.length === 0) return now;
  const byPath = new Map(shown.map((entry) => [entry.path, entry]));
  const entries = now.entries.flatMap((entry) => {
    const found = byPath.get(entry.path);
    if (found !== undefined) return [found];
    return complete ? [] : [entry];
  });
  return createSelection(entries, entries.some(({ path }) => path === now.anchor) ? now.anchor : null);
};

const LEAVING_ACTIONS: ReadonlySet<string> = new Set(['move', 'trash', 'remove', 'encrypt', 'decrypt']);

/** Paths that leave their folder by an event; for many files an event lists only the first ones. */
const leavingBy = (event: BoxEvent): { readonly paths: readonly string[]; readonly more: boolean } => {
  if (event.type === 'ActKept') {
    const { act: action } = event.data;
    return { paths: action.do === 'trash' || action.do === 'move' ? action.paths : [], more: false };
  }
  if (event.type !== 'FilesActed' || !LEAVING_ACTIONS.has(event.data.action) || event.data.failed > 0)
    return { paths: [], more: false };
  return { paths: event.data.paths, more: event.data.ok > event.data.paths.length };
};

/**
 * Deselects entries that are being moved or deleted, so that an undo does not bring them back selected. Entries that
 * the box refused stay selected.
 */
export const withoutLeaving = (now: Selection, events: readonly BoxEvent[]): Selection => {
  if (now.entries.length === 0) return now;
  const leaving = events.map(leavingBy).filter(({ paths }) => paths.some((path) => now.paths.has(path)));
  if (leaving.length === 0) return now;
  if (leaving.some(({ more }) => more)) return NOTHING_SELECTED;
  const paths = new Set(leaving.flatMap((one) => one.paths));
  return createSelection(
    now.entries.filter((entry) => !paths.has(entry.path)),
    now.anchor !== null && paths.has(now.anchor) ? null : now.anchor,
  );
};
