import { type Client, right } from '@boxwood/command-bus';
import { type BringTakingBack, fromTask } from '@boxwood/domain';
import { loadChunk } from '../platform/lazy.ts';

/** Fetches what takes deeds back with the first one that is; where it does not arrive, that is a broken line like any other. */
export const lateTakingBack =
  (box: Client): BringTakingBack =>
  (deps) =>
    fromTask(() => async () => {
      const { besideChange, TakingBack } = await loadChunk(() => import('./taking-back.ts'));
      return right(new TakingBack({ ...deps, beside: (change) => besideChange(box, change) }));
    });
