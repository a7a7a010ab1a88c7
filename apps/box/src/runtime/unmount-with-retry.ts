import { setTimeout as delay } from 'node:timers/promises';
import type { OperationParams, OperationActor } from '@boxwood/host';
import type { HostClient, HostRefusal } from './host-client.ts';

/**
 * Reads by the box itself and reconnects to a server end within moments, so a busy volume is retried before it is
 * reported as in use.
 */
const MAX_ATTEMPTS = 6;
const RETRY_DELAY_MS = 500;

/**
 * Unmounts a volume through the root helper, retrying while it is busy.
 * @param retryDelayMs delay between attempts
 * @returns the helper's refusal, or that the volume is still in use; null on success
 */
export const unmountWithRetry = async <V extends 'unmountVolume' | 'unmountNet'>(
  host: Pick<HostClient, 'plan' | 'execute'>,
  verb: V,
  operation: OperationParams<V>,
  by: OperationActor,
  retryDelayMs = RETRY_DELAY_MS,
): Promise<HostRefusal | 'in use' | null> => {
  for (let attempt = 1; ; attempt += 1) {
    const plan = await host.plan(verb, operation, by);
    if ('answer' in plan) return plan;
    const failed = await host.execute(verb, operation, plan.hash, by);
    if (failed === null || failed.why !== 'failed') return failed;
    if (attempt === MAX_ATTEMPTS) return 'in use';
    await delay(retryDelayMs);
  }
};
