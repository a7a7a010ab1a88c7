import type { CommandSpec } from '@boxwood/box-sdk';
import { ANSWERS, Refusal } from '@boxwood/box-sdk/server';
import type { BoxContext } from './authorise.ts';

/** Calls of one user that may run at the same time (G-70). */
export const MAX_CONCURRENT = 10;

/** Lets a user have so many calls at once and no more; strangers are counted by address. */
export const createConcurrency = (limit: number) => {
  const running = new Map<string, number>();
  return (context: BoxContext, { errors, cost }: Pick<CommandSpec, 'errors' | 'cost'>): (() => void) => {
    // Who waits takes nothing from anybody; how many wait is counted where they do.
    if (cost === 'waiting') return () => undefined;
    const key = context.caller.user === '' ? `@${context.remote}` : context.caller.user;
    const now = running.get(key) ?? 0;
    if (now >= limit) throw new Refusal(ANSWERS[errors].busy);
    running.set(key, now + 1);
    return () => {
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    };
  };
};
