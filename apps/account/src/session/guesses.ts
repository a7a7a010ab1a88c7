import { FROM_ONE_ADDRESS, GUESSES } from '../store/attempts.ts';
import type { Attempts } from '../store/attempts.ts';
import type { Db } from '../store/schema.ts';

/** Somebody whose password is tried. A name that nobody has is counted like the others, so that the answer comes as late; it ends by itself. */
export interface Guessed {
  readonly name: string;
  readonly known: boolean;
}

/** Where it is tried: here, or at a box that signs people in by itself. */
export type SignInDoor = 'here' | { readonly boxId: string };

const countOf = ({ name, known }: Guessed, door: SignInDoor): string => {
  const person = known ? `sign-in:${name}` : `nobody:${name.slice(0, 64)}`;
  return door === 'here' ? person : `${person} at ${door.boxId}`;
};

const fromAddress = (address: string): string => `sign-in from ${address}`;

/**
 * Guesses at passwords: one limit a person, whichever door they come to and however the person was named; a guess counts before a
 * password is looked at. A box forgives what it counted itself and nothing else, so that a hostile one buys nobody more tries.
 */
export const createGuesses = (db: Db, attempts: Attempts) => {
  const countsOf = async (guessed: Guessed): Promise<readonly string[]> => {
    const boxes = await db.selectFrom('roster').select('box_id').where('user_name', '=', guessed.name).execute();
    return [countOf(guessed, 'here'), ...boxes.map(({ box_id }) => countOf(guessed, { boxId: box_id }))];
  };
  return {
    /** Takes a try; false when there were too many. */
    take: async (guessed: Guessed, door: SignInDoor): Promise<boolean> => {
      const own = countOf(guessed, door);
      const all = await countsOf(guessed);
      return attempts.take(
        own,
        GUESSES,
        all.filter((name) => name !== own),
      );
    },
    /** Takes a try of an address, over all names. */
    takeFrom: (address: string): Promise<boolean> => attempts.take(fromAddress(address), FROM_ONE_ADDRESS),
    /**
     * Forgets tries after a success: all of them here, at a box those that it counted. The address has its own one back and no more, so that
     * a script may come as often as it likes, and somebody who has an account here does not buy guesses with it.
     */
    forgive: async (guessed: Guessed, door: SignInDoor, address: string | null): Promise<void> => {
      await attempts.clear(door === 'here' ? await countsOf(guessed) : [countOf(guessed, door)]);
      if (address !== null) await attempts.giveBack(fromAddress(address));
    },
  };
};
export type Guesses = ReturnType<typeof createGuesses>;
