import type { CommandSpec } from '@boxwood/box-sdk';
import { STANDARD_REFUSALS, Refusal } from '@boxwood/box-sdk/server';
import type { BoxContext } from './authorise.ts';

/** Maximum number of concurrent calls per user (G-70). */
export const MAX_CONCURRENT = 10;
/** Share of these that may be heavy calls: a user who measures folders in every window can still open one. */
const HEAVY_SHARE = 0.4;

/** Limits concurrent calls per user, with a lower limit for heavy ones. Anonymous calls are counted by address. */
export const createConcurrency = (limit: number) => {
  const running = new Map<string, number>();
  const begin = (key: string): void => void running.set(key, (running.get(key) ?? 0) + 1);
  const end = (key: string): void => {
    const left = (running.get(key) ?? 1) - 1;
    if (left === 0) running.delete(key);
    else running.set(key, left);
  };
  return (context: BoxContext, { errors, cost }: Pick<CommandSpec, 'errors' | 'cost'>): (() => void) => {
    // Waiting calls use no resources; their number is limited where they wait.
    if (cost === 'waiting') return () => undefined;
    const key = context.caller.user === '' ? `@${context.remote}` : context.caller.user;
    const counted = [[key, limit] as const, ...(cost === 'heavy' ? [heavyOf(key, limit)] : [])];
    if (counted.some(([each, max]) => (running.get(each) ?? 0) >= max))
      throw new Refusal(STANDARD_REFUSALS[errors].busy);
    for (const [each] of counted) begin(each);
    return () => {
      for (const [each] of counted) end(each);
    };
  };
};

/** User names contain no space. */
const heavyOf = (key: string, limit: number) => [`${key} heavy`, Math.ceil(limit * HEAVY_SHARE)] as const;
