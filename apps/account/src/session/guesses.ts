import { FROM_ONE_ADDRESS, GUESSES } from '../store/attempts.ts';
import type { Attempts } from '../store/attempts.ts';
import type { Db } from '../store/schema.ts';

/**
 * The user name whose password is tried. Unknown names are counted like known ones, so that the response takes equally
 * long; their counts expire.
 */
export interface Guessed {
  readonly name: string;
  readonly known: boolean;
}

/** Where the password is tried: at this service, or at a box that signs users in itself. */
export type SignInDoor = 'here' | { readonly boxId: string };

const countOf = ({ name, known }: Guessed, door: SignInDoor): string => {
  const person = known ? `sign-in:${name}` : `nobody:${name.slice(0, 64)}`;
  return door === 'here' ? person : `${person} at ${door.boxId}`;
};

const fromAddress = (address: string): string => `sign-in from ${address}`;

/**
 * Limits password guesses: one limit for each user, across all boxes and all forms of the user name. An attempt counts
 * before the password is checked. A box can reset only the attempts that it counted itself, so that a malicious box
 * gains no extra attempts.
 */
export const createGuesses = (db: Db, attempts: Attempts) => {
  const countsOf = async (guessed: Guessed): Promise<readonly string[]> => {
    const boxes = await db.selectFrom('roster').select('box_id').where('user_name', '=', guessed.name).execute();
    return [countOf(guessed, 'here'), ...boxes.map(({ box_id }) => countOf(guessed, { boxId: box_id }))];
  };
  return {
    /** Counts an attempt; false when there were too many. */
    take: async (guessed: Guessed, door: SignInDoor): Promise<boolean> => {
      const own = countOf(guessed, door);
      const all = await countsOf(guessed);
      return attempts.take(
        own,
        GUESSES,
        all.filter((name) => name !== own),
      );
    },
    /** Counts an attempt from an address, over all user names. */
    takeFrom: (address: string): Promise<boolean> => attempts.take(fromAddress(address), FROM_ONE_ADDRESS),
    /**
     * Resets attempts after a success: all of them here, or at a box those that the box counted. The address gets only
     * one attempt back, so that scripts may sign in often, but an account holder gains no extra guesses.
     */
    forgive: async (guessed: Guessed, door: SignInDoor, address: string | null): Promise<void> => {
      await attempts.clear(door === 'here' ? await countsOf(guessed) : [countOf(guessed, door)]);
      if (address !== null) await attempts.giveBack(fromAddress(address));
    },
  };
};
export type Guesses = ReturnType<typeof createGuesses>;
