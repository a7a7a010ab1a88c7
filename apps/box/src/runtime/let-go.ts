import { setTimeout as delay } from 'node:timers/promises';
import type { ActOf, By } from '@boxwood/host';
import type { Host, HostRefusal } from './host.ts';

/** What the box itself is reading there, and who was on the way to a server that came back, are done after a moment: so often it is tried before somebody hears that it is in use. */
const TRIES = 6;
const AGAIN_MS = 500;

/**
 * Has the helper take something out of use.
 * @param againMs between two tries
 * @returns why it did not: its refusal, or that somebody still uses it; null when it did
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
