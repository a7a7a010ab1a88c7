import type { By } from '@boxwood/host';
import type { Host } from '../runtime/host.ts';
import { hostRefusal } from '../runtime/host-refusal.ts';

/** The box answers before it acts: whoever asked may hear nothing for a moment afterwards. */
const ANSWER_FIRST_MS = 1000;

/**
 * Restarts what keeps the machine on its network (B12), by the helper's plan.
 * @param onFault told when the machine did not obey, which whoever asked has no answer for any more
 * @throws Refusal 3 when there is no plan
 */
export const restartNetwork = async (
  host: Pick<Host, 'plan' | 'act'>,
  by: By,
  onFault: (fault: unknown) => void,
): Promise<void> => {
  const plan = await host.plan('network', {}, by);
  if ('answer' in plan) throw hostRefusal(plan);
  setTimeout(() => {
    host.act('network', {}, plan.hash, by).then((failed) => {
      if (failed !== null) onFault(new Error(`network: ${failed.why} ${failed.detail}`));
    }, onFault);
  }, ANSWER_FIRST_MS);
};
