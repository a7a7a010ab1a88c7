import { emptySelection, selectBand } from '@boxwood/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { FileBrowser } from './use-browser.ts';
import type { StartedTransfer } from './use-transfers.ts';

interface ExpectedEntries {
  readonly target: string;
  /** Paths in the folder before the transfer started. */
  readonly existingPaths: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Paths that have arrived so far and are selected. */
  readonly arrivedPaths: ReadonlySet<string>;
}

/** A file name without its copy suffixes (G-20). */
const originalName = (name: string): string => name.replace(/(?:_copy\d*)+(?=(?:\.[^.]*){0,2}$)/, '');

const isSame = (first: ReadonlySet<string>, second: ReadonlySet<string>): boolean =>
  first.size === second.size && [...first].every((each) => second.has(each));

/**
 * Selects and reveals entries that were pasted, copied or moved into the current folder when they arrive. The selection
 * is cleared when the transfer starts, so that Delete cannot hit an original. It stops when the user selects something
 * else.
 */
export const useSelectArrivals = ({ view, state, transfers, select }: FileBrowser): void => {
  const expected = useRef<ExpectedEntries | null>(null);
  const onStarted = useEffectEvent(({ entries, target }: StartedTransfer): void => {
    if (target !== state.location.path || state.search !== null) return;
    expected.current = {
      target,
      existingPaths: new Set(state.entries.map(({ path }) => path)),
      names: new Set(entries.map(({ name }) => originalName(name))),
      arrivedPaths: emptySelection.keys,
    };
    select(emptySelection);
  });
  useEffect(() => {
    const subscription = transfers.started$.subscribe(onStarted);
    return () => {
      subscription.unsubscribe();
    };
  }, [transfers]);
  const { entries, loading, location, search } = state;
  useEffect(() => {
    const before = expected.current;
    if (before === null || loading !== 'none') return;
    const isElsewhere = location.path !== before.target || search !== null;
    if (isElsewhere || !isSame(view.selection$.value.paths, before.arrivedPaths)) {
      expected.current = null;
      return;
    }
    const arrived = entries.filter(
      ({ path, name }) => !before.existingPaths.has(path) && before.names.has(originalName(name)),
    );
    if (arrived.length === before.arrivedPaths.size) return;
    const paths = arrived.map(({ path }) => path);
    expected.current = { ...before, arrivedPaths: new Set(paths) };
    select(selectBand(emptySelection, paths, 'replace'));
  }, [entries, loading, location, search, view, select]);
};
