import type { Failure, Outcome } from '@boxwood/domain';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Subscription } from 'rxjs';

/** Where an action that a person started stands. */
export type ActionState =
  { readonly at: 'idle' } | { readonly at: 'running' } | { readonly at: 'failed'; readonly failure: Failure };

/** Runs one action at a time and keeps its failure for the screen. A second start while one runs is ignored. */
export interface Action {
  readonly state: ActionState;
  readonly run: <A>(start: () => Outcome<A>, done?: (value: A) => void) => void;
  readonly reset: () => void;
}

/** Binds actions of the domain to a form or a button; leaving the screen stops listening, not the action (a `Question` it aborts). */
export const useAction = (): Action => {
  const [state, setState] = useState<ActionState>({ at: 'idle' });
  const running = useRef<Subscription | null>(null);
  useEffect(() => () => running.current?.unsubscribe(), []);
  const run = useCallback(<A>(start: () => Outcome<A>, done?: (value: A) => void) => {
    if (running.current !== null && !running.current.closed) return;
    setState({ at: 'running' });
    running.current = start().subscribe((result) => {
      if (result._tag === 'Left') setState({ at: 'failed', failure: result.left });
      else {
        setState({ at: 'idle' });
        done?.(result.right);
      }
    });
  }, []);
  const reset = useCallback(() => {
    setState({ at: 'idle' });
  }, []);
  return { state, run, reset };
};
