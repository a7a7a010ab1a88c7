import type { ActOf, By, Verb } from '@boxwood/host';
import type { Host } from './host.ts';
import { hostRefusal } from './host-refusal.ts';

/** Delay before a host operation that takes the machine or its network down, so that the response is sent first. */
const ANSWER_FIRST_MS = 1000;

/**
 * Plans a host operation now and runs it after the response was sent.
 * @param onFault called when the operation fails, since the client already has its response
 * @throws Refusal when the helper refuses the plan
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
