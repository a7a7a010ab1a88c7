import { useLayoutEffect, useReducer, useRef } from 'react';
import { BackStepsToken } from '../composition/tokens.ts';
import type { Redone } from '../routes/back-steps.ts';
import { useService } from './scope.tsx';

/** How Forward does again what Back took back. */
interface Again {
  readonly what: Redone;
  /** Answers whether it did. */
  readonly redo: () => boolean;
}

/**
 * Things that were opened one after the other, of which the browser's Back takes back the last one.
 * @param count how many are open now
 * @param undo takes the last one back
 * @param isInHand whether they lie before the person; Back and Forward leave alone what does not
 */
export const useBackSteps = (
  count: number,
  undo: () => void,
  isInHand: () => boolean = () => true,
  again: Again | null = null,
): void => {
  const steps = useService(BackStepsToken);
  const what = again?.what ?? null;
  /** What says of each that it is gone, in the order they were opened. */
  const open = useRef<(() => void)[]>([]);
  const latest = useRef({ undo, isInHand, again });
  /** What could not be taken back, as with a text that is not saved, is a step again. */
  const [tries, tryAgain] = useReducer((number: number) => number + 1, 0);
  // What is seen can be taken back: no frame, and no press of Back, comes between the two.
  useLayoutEffect(() => {
    latest.current = { undo, isInHand, again };
  });
  useLayoutEffect(() => {
    for (const end of open.current.splice(count)) end();
    while (open.current.length < count)
      open.current.push(
        steps.push(
          () => {
            open.current.pop();
            latest.current.undo();
            tryAgain();
          },
          () => latest.current.isInHand(),
          what,
        ),
      );
  }, [count, steps, what, tries]);
  useLayoutEffect(
    () =>
      what === null
        ? undefined
        : steps.redoes(what, () => latest.current.isInHand() && latest.current.again?.redo() === true),
    [steps, what],
  );
  useLayoutEffect(() => {
    const { current } = open;
    return () => {
      for (const end of current.splice(0)) end();
    };
  }, []);
};
