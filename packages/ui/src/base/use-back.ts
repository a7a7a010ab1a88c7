import { use, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { BackContext } from './back.ts';
import { useLive } from './use-live.ts';

/** While `open`, Back closes instead of leaving. What stays all the same, as a form that asks first, is a step again. */
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
  // Before the question is a step, which lies above.
  useLayoutEffect(() => {
    const say = again.current;
    again.current = null;
    if (open) say?.();
  }, [tries, open]);
}
