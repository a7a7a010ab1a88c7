import { useLayoutEffect, useReducer, useRef } from 'react';
import { BackStepsToken } from '../composition/tokens.ts';
import type { Redone } from '../routes/back-steps.ts';
import { useService } from './scope.tsx';

/** How Forward repeats what Back undid. */
interface Again {
  readonly what: Redone;
  /** Returns true when it was repeated. */
  readonly redo: () => boolean;
}

/**
 * Registers items opened one after the other, so that the browser's Back closes the last one.
 * @param count number of open items
 * @param undo closes the last item
 * @param isInFront whether the items are in front; Back and Forward ignore items that are not
 */
export const useBackSteps = (
  count: number,
  undo: () => void,
  isInHand: () => boolean = () => true,
  again: Again | null = null,
): void => {
  const steps = useService(BackStepsToken);
  const what = again?.what ?? null;
  /** Callbacks that remove each step, in the order the items were opened. */
  const open = useRef<(() => void)[]>([]);
  const latest = useRef({ undo, isInHand, again });
  /** Increases when an undo was refused, for example because of unsaved text: the step is then registered again. */
  const [tries, tryAgain] = useReducer((number: number) => number + 1, 0);
  // Layout effects run before the next frame and before the next press of Back, so everything visible can be undone.
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
