import { emptySelection, selectBand } from '@boxwood/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Browser } from './use-browser.ts';
import type { Sent } from './use-transfers.ts';

interface Awaited {
  readonly target: string;
  /** What stood there when it was sent. */
  readonly before: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** What has arrived so far, which is selected. */
  readonly chosen: ReadonlySet<string>;
}

/** A name without what tells a copy from its original, and a copy of that from it (G-20). */
const original = (name: string): string => name.replace(/(?:_copy\d*)+(?=(?:\.[^.]*){0,2}$)/, '');

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));

/**
 * What was pasted, copied or moved into the folder that is shown is selected and in view when it arrives: from the moment it was sent nothing else is, so
 * that no Delete meets an original that is meant to stay. Somebody who chooses something else meanwhile keeps that.
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
