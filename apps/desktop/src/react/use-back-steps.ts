import { useEffect, useReducer, useRef } from 'react';
import { BackStepsToken } from '../composition/tokens.ts';
import { useService } from './scope.tsx';

/**
 * Things that were opened one after the other, of which the browser's Back takes back the last one.
 * @param count how many are open now; those that were open at first, before the page was loaded again, take their steps over as far as there are any
 * @param undo takes the last one back
 */
export const useBackSteps = (count: number, undo: () => void): void => {
  const steps = useService(BackStepsToken);
  const first = useRef(count);
  /** What says of each that it is gone, in the order they were opened. */
  const open = useRef<(() => void)[]>([]);
  const latest = useRef(undo);
  /** What could not be taken back, as with a text that is not saved, is a step again. */
  const [tries, tryAgain] = useReducer((number: number) => number + 1, 0);
  useEffect(() => {
    latest.current = undo;
  });
  const claimed = useRef(false);
  useEffect(() => {
    if (!claimed.current) {
      claimed.current = true;
      const kept: (() => void)[] = [];
      while (kept.length < first.current) {
        const end = steps.claim(() => {
          open.current.pop();
          latest.current();
          tryAgain();
        });
        if (end === null) break;
        kept.unshift(end);
      }
      first.current -= kept.length;
      open.current.push(...kept);
    }
    const wanted = Math.max(0, count - first.current);
    first.current = Math.min(first.current, count);
    for (const end of open.current.splice(wanted)) end();
    while (open.current.length < wanted)
      open.current.push(
        steps.push(() => {
          open.current.pop();
          latest.current();
          tryAgain();
        }),
      );
  }, [count, steps, tries]);
  useEffect(() => {
    const { current } = open;
    return () => {
      for (const end of current.splice(0)) end();
    };
  }, []);
};
