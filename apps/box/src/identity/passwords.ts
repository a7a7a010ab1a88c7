import { fits, verifierOf } from '@boxwood/account';
import type { Turn } from '@boxwood/box-sdk/server';
import { Refusal } from '@boxwood/box-sdk/server';

export { decoy } from '@boxwood/account';

/**
 * Makes the verifier of a password: argon2id (G-05), in the same format as the account service. @throws Refusal 2002
 */
export const hashPassword = verifierOf;

/**
 * Also false for a malformed verifier: a broken row must refuse, not crash. @throws Refusal 2002 when too many users
 * sign in at once
 */
export const verifyPassword = async (verifier: string, password: string, turn: Turn): Promise<boolean> => {
  try {
    return await fits(verifier, password, turn);
  } catch (failure) {
    if (failure instanceof Refusal) throw failure;
    return false;
  }
};
