import { emptySelection, selectBand } from '@boxwood/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Browser } from './use-browser.ts';
import type { Sent } from './use-transfers.ts';

interface Awaited {
  readonly target: string;
  /** Paths in the folder before the transfer started. */
  readonly before: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Paths that have arrived so far and are selected. */
  readonly chosen: ReadonlySet<string>;
}

/** A file name without its copy suffixes (G-20). */
const original = (name: string): string => name.replace(/(?:_copy\d*)+(?=(?:\.[^.]*){0,2}$)/, '');

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));

/**
 * Selects and reveals entries that were pasted, copied or moved into the current folder when they arrive. The selection
 * is cleared when the transfer starts, so that Delete cannot hit an original. It stops when the user selects something
 * else.
 */
export const useArrivals = ({ view, state, transfers, select }: Browser): void => {
  const awaited = useRef<Awaited | null>(null);
  const onSent = useEffectEvent(({ entries, target }: Sent): void => {
    if (target !== state.location.path || state.search !== null) return;
    awaited.current = {
      target,
      before: new Set(state.entries.map(({ path }) => path)),
      names: new Set(entries.map(({ name }) => original(name))),
      chosen: emptySelection.keys,
    };
    select(emptySelection);
  });
  useEffect(() => {
    const listening = transfers.sent$.subscribe(onSent);
    return () => {
      listening.unsubscribe();
    };
  }, [transfers]);
  const { entries, loading, location, search } = state;
  useEffect(() => {
    const before = awaited.current;
    if (before === null || loading !== 'none') return;
    const isElsewhere = location.path !== before.target || search !== null;
    if (isElsewhere || !isSame(view.selection$.value.paths, before.chosen)) {
      awaited.current = null;
      return;
    }
    const came = entries.filter(({ path, name }) => !before.before.has(path) && before.names.has(original(name)));
    if (came.length === before.chosen.size) return;
    const paths = came.map(({ path }) => path);
    awaited.current = { ...before, chosen: new Set(paths) };
    select(selectBand(emptySelection, paths, 'replace'));
  }, [entries, loading, location, search, view, select]);
};
