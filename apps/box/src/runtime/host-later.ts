import type { ActOf, By, Verb } from '@boxwood/host';
import type { Host } from './host.ts';
import { hostRefusal } from './host-refusal.ts';

/** The box answers before it acts: the reply must be out when the machine, or its network, goes down. */
const ANSWER_FIRST_MS = 1000;

/**
 * Has the helper of the machine do something after whoever asked for it has their answer.
 * @param onFault told when the machine did not obey, which whoever asked has no answer for any more
 * @throws Refusal when there is no plan
 */
export const actLater = async <V extends Verb>(
  host: Pick<Host, 'plan' | 'act'>,
  verb: V,
  act: ActOf<V>,
  by: By,
  onFault: (fault: unknown) => void,
): Promise<void> => {
  const plan = await host.plan(verb, act, by);
  if ('answer' in plan) throw hostRefusal(plan);
  setTimeout(() => {
    host.act(verb, act, plan.hash, by).then((failed) => {
      if (failed !== null) onFault(new Error(`${verb}: ${failed.why} ${failed.detail}`));
    }, onFault);
  }, ANSWER_FIRST_MS);
};
