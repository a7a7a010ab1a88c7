import type { Failure, Outcome } from '@boxwood/domain';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Subscription } from 'rxjs';

/** State of an action that the user started. */
export type ActionState =
  { readonly at: 'idle' } | { readonly at: 'running' } | { readonly at: 'failed'; readonly failure: Failure };

/** Runs one action at a time and keeps its failure for display. A second start during a run is ignored. */
export interface RunnableAction {
  readonly state: ActionState;
  readonly run: <A>(start: () => Outcome<A>, done?: (value: A) => void) => void;
  readonly reset: () => void;
}

/**
 * Binds actions of the domain to a form or a button. Unmounting unsubscribes but does not stop the action, unless it is
 * a `Question`, which is aborted.
 */
export const useAction = (): RunnableAction => {
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
