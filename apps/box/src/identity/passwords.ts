import { fits, verifierOf } from '@boxwood/account';
import type { Turn } from '@boxwood/box-sdk/server';
import { Refusal } from '@boxwood/box-sdk/server';

export { decoy } from '@boxwood/account';

/** The verifier of a password: argon2id (G-05), the same as the account service makes, in the same row. @throws Refusal 2002 */
export const hashPassword = verifierOf;

/** False also for a verifier that is not one: a broken row must refuse, not crash. @throws Refusal 2002 when too many sign in at once */
export const verifyPassword = async (verifier: string, password: string, turn: Turn): Promise<boolean> => {
  try {
    return await fits(verifier, password, turn);
  } catch (failure) {
    if (failure instanceof Refusal) throw failure;
    return false;
  }
};
