import { use, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { BackContext } from './back.ts';
import { useLive } from './use-live.ts';

/**
 * While `open`, Back closes the surface instead of leaving the page. A surface that stays open (a form that asks for
 * confirmation) registers again.
 */
export function useBack(open: boolean, close: () => void): void {
  const push = use(BackContext);
  const latest = useLive(close);
  const again = useRef<(() => void) | null>(null);
  const [tries, tryAgain] = useReducer((number: number) => number + 1, 0);
  useEffect(() => {
    if (!open || push === null) return undefined;
    let end = (): void => undefined;
    const say = (): void => {
      end = push(() => {
        latest.current();
        again.current = say;
        tryAgain();
      });
    };
    say();
    return () => {
      again.current = null;
      end();
    };
  }, [open, push, latest]);
  // A layout effect, so that this registers before the confirmation dialog, which lies above.
  useLayoutEffect(() => {
    const say = again.current;
    again.current = null;
    if (open) say?.();
  }, [tries, open]);
}
