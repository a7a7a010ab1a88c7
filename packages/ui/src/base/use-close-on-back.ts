import { use, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { BackContext } from './back-navigation.ts';
import { useLatest } from './use-latest.ts';

/**
 * While `open`, Back closes the surface instead of leaving the page. A surface that stays open (a form that asks for
 * confirmation) registers again.
 */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const push = use(BackContext);
  const latest = useLatest(close);
  const registerAgain = useRef<(() => void) | null>(null);
  const [attempts, countAttempt] = useReducer((number: number) => number + 1, 0);
  useEffect(() => {
    if (!open || push === null) return undefined;
    let unregister = (): void => undefined;
    const register = (): void => {
      unregister = push(() => {
        latest.current();
        registerAgain.current = register;
        countAttempt();
      });
    };
    register();
    return () => {
      registerAgain.current = null;
      unregister();
    };
  }, [open, push, latest]);
  // A layout effect, so that this registers before the confirmation dialog, which lies above.
  useLayoutEffect(() => {
    const register = registerAgain.current;
    registerAgain.current = null;
    if (open) register?.();
  }, [attempts, open]);
}
