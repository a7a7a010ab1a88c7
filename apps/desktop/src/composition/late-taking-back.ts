import { type Client, right } from '@boxwood/command-bus';
import { type BringTakingBack, fromTask } from '@boxwood/domain';
import { loadChunk } from '../platform/lazy.ts';

/** Loads the undo executor with the first undo; a failed load counts as a connection failure. */
export const lateTakingBack =
  (box: Client): BringTakingBack =>
  (deps) =>
    fromTask(() => async () => {
      const { besideChange, TakingBack } = await loadChunk(() => import('./taking-back.ts'));
      return right(new TakingBack({ ...deps, beside: (change) => besideChange(box, change) }));
    });
