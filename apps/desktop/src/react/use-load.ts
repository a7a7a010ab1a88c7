import type { Failure, Outcome } from '@boxwood/domain';
import { useCallback, useEffect, useState } from 'react';
import { useAgain } from './use-again.ts';

/** What a screen knows of something it asked for. A value stays while it is asked for again. */
export type Loaded<A> =
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly value: A; readonly failure: Failure | null }
  | { readonly at: 'failed'; readonly failure: Failure };

/**
 * Asks when the screen opens, whenever `reload` is called, and again while it failed; `ask` must be stable (useCallback) and a new one asks anew.
 * With `every`, asks again at that interval in milliseconds until the screen closes.
 */
export const useLoad = <A>(ask: () => Outcome<A>, every?: number): readonly [Loaded<A>, () => void] => {
  const [state, setState] = useState<Loaded<A>>({ at: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const asked = ask().subscribe((result) => {
      setState((old) => {
        if (result._tag === 'Right') return { at: 'ready', value: result.right, failure: null };
        return old.at === 'ready' ? { ...old, failure: result.left } : { at: 'failed', failure: result.left };
      });
    });
    return () => {
      asked.unsubscribe();
    };
  }, [ask, round]);
  useEffect(() => {
    if (every === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') setRound((n) => n + 1);
    }, every);
    return () => {
      clearInterval(timer);
    };
  }, [every]);
  const reload = useCallback(() => {
    setRound((n) => n + 1);
  }, []);
  const failure = state.at === 'loading' ? null : state.failure;
  useAgain(failure, reload);
  return [state, reload];
};
