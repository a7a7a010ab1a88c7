import type { OperationParams, OperationActor, Verb } from '@boxwood/host';
import type { HostClient } from './host-client.ts';
import { hostRefusal } from './host-refusal.ts';

/** Delay before a host operation that takes the machine or its network down, so that the response is sent first. */
const RESPONSE_DELAY_MS = 1000;

/**
 * Plans a host operation now and runs it after the response was sent.
 * @param onFault called when the operation fails, since the client already has its response
 * @throws Refusal when the helper refuses the plan
 */
export const runHostOperationLater = async <V extends Verb>(
  host: Pick<HostClient, 'plan' | 'execute'>,
  verb: V,
  operation: OperationParams<V>,
  by: OperationActor,
  onFault: (fault: unknown) => void,
): Promise<void> => {
  const plan = await host.plan(verb, operation, by);
  if ('answer' in plan) throw hostRefusal(plan);
  setTimeout(() => {
    host.execute(verb, operation, plan.hash, by).then((failed) => {
      if (failed !== null) onFault(new Error(`${verb}: ${failed.why} ${failed.detail}`));
    }, onFault);
  }, RESPONSE_DELAY_MS);
};
