import { setTimeout as delay } from 'node:timers/promises';
import type { ActOf, By } from '@boxwood/host';
import type { Host, HostRefusal } from './host.ts';

/**
 * Reads by the box itself and reconnects to a server end within moments, so a busy volume is retried before it is
 * reported as in use.
 */
const TRIES = 6;
const AGAIN_MS = 500;

/**
 * Unmounts a volume through the root helper, retrying while it is busy.
 * @param retryDelayMs delay between attempts
 * @returns the helper's refusal, or that the volume is still in use; null on success
 */
export const letGo = async <V extends 'unmountVolume' | 'unmountNet'>(
  host: Pick<Host, 'plan' | 'act'>,
  verb: V,
  act: ActOf<V>,
  by: By,
  againMs = AGAIN_MS,
): Promise<HostRefusal | 'in use' | null> => {
  for (let tried = 1; ; tried += 1) {
    const plan = await host.plan(verb, act, by);
    if ('answer' in plan) return plan;
    const failed = await host.act(verb, act, plan.hash, by);
    if (failed === null || failed.why !== 'failed') return failed;
    if (tried === TRIES) return 'in use';
    await delay(againMs);
  }
};
