import { ADDRESS_LIMIT, GUESS_LIMIT } from '../store/attempt-limiter.ts';
import type { AttemptLimiter } from '../store/attempt-limiter.ts';
import type { Db } from '../store/schema.ts';

/**
 * The user name whose password is tried. Unknown names are counted like known ones, so that the response takes equally
 * long; their counts expire.
 */
export interface SignInTarget {
  readonly name: string;
  readonly known: boolean;
}

/** Where the password is tried: at this service, or at a box that signs users in itself. */
export type SignInPlace = 'here' | { readonly boxId: string };

const counterName = ({ name, known }: SignInTarget, place: SignInPlace): string => {
  const person = known ? `sign-in:${name}` : `nobody:${name.slice(0, 64)}`;
  return place === 'here' ? person : `${person} at ${place.boxId}`;
};

const addressCounterName = (address: string): string => `sign-in from ${address}`;

/**
 * Limits password guesses: one limit for each user, across all boxes and all forms of the user name. An attempt counts
 * before the password is checked. A box can reset only the attempts that it counted itself, so that a malicious box
 * gains no extra attempts.
 */
export const createPasswordAttempts = (db: Db, attempts: AttemptLimiter) => {
  const counterNames = async (target: SignInTarget): Promise<readonly string[]> => {
    const boxes = await db.selectFrom('roster').select('box_id').where('user_name', '=', target.name).execute();
    return [counterName(target, 'here'), ...boxes.map(({ box_id }) => counterName(target, { boxId: box_id }))];
  };
  return {
    /** Counts an attempt; false when there were too many. */
    count: async (target: SignInTarget, place: SignInPlace): Promise<boolean> => {
      const own = counterName(target, place);
      const all = await counterNames(target);
      return attempts.count(
        own,
        GUESS_LIMIT,
        all.filter((name) => name !== own),
      );
    },
    /** Counts an attempt from an address, over all user names. */
    countFromAddress: (address: string): Promise<boolean> => attempts.count(addressCounterName(address), ADDRESS_LIMIT),
    /**
     * Resets attempts after a success: all of them here, or at a box those that the box counted. The address gets only
     * one attempt back, so that scripts may sign in often, but an account holder gains no extra guesses.
     */
    reset: async (target: SignInTarget, place: SignInPlace, address: string | null): Promise<void> => {
      await attempts.clear(place === 'here' ? await counterNames(target) : [counterName(target, place)]);
      if (address !== null) await attempts.uncount(addressCounterName(address));
    },
  };
};
export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>;
