import { useLayoutEffect, useReducer, useRef } from 'react';
import { BackStepsToken } from '../../composition/service-tokens.ts';
import type { ForwardKind } from '../../shell/routes/back-navigation-steps.ts';
import { useService } from './scope.tsx';

/** How Forward repeats what Back undid. */
interface ForwardStep {
  readonly kind: ForwardKind;
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
  isInFront: () => boolean = () => true,
  forwardStep: ForwardStep | null = null,
): void => {
  const steps = useService(BackStepsToken);
  const kind = forwardStep?.kind ?? null;
  /** Callbacks that remove each step, in the order the items were opened. */
  const removers = useRef<(() => void)[]>([]);
  const latest = useRef({ undo, isInFront: isInFront, forwardStep: forwardStep });
  /** Increases when an undo was refused, for example because of unsaved text: the step is then registered again. */
  const [attempt, registerAgain] = useReducer((number: number) => number + 1, 0);
  // Layout effects run before the next frame and before the next press of Back, so everything visible can be undone.
  useLayoutEffect(() => {
    latest.current = { undo, isInFront: isInFront, forwardStep: forwardStep };
  });
  useLayoutEffect(() => {
    for (const removeStep of removers.current.splice(count)) removeStep();
    while (removers.current.length < count)
      removers.current.push(
        steps.push(
          () => {
            removers.current.pop();
            latest.current.undo();
            registerAgain();
          },
          () => latest.current.isInFront(),
          kind,
        ),
      );
  }, [count, steps, kind, attempt]);
  useLayoutEffect(
    () =>
      kind === null
        ? undefined
        : steps.onForward(kind, () => latest.current.isInFront() && latest.current.forwardStep?.redo() === true),
    [steps, kind],
  );
  useLayoutEffect(() => {
    const { current } = removers;
    return () => {
      for (const removeStep of current.splice(0)) removeStep();
    };
  }, []);
};
