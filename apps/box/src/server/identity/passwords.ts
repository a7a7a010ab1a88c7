import { matchesVerifier, createVerifier } from '@boxwood/account';
import type { QueueTicket } from '@boxwood/box-sdk/server';
import { Refusal } from '@boxwood/box-sdk/server';

export { decoyVerifier } from '@boxwood/account';

/**
 * Makes the verifier of a password: argon2id (G-05), in the same format as the account service. @throws Refusal 2002
 */
export const hashPassword = createVerifier;

/**
 * Also false for a malformed verifier: a broken row must refuse, not crash. @throws Refusal 2002 when too many users
 * sign in at once
 */
export const verifyPassword = async (verifier: string, password: string, queueEntry: QueueTicket): Promise<boolean> => {
  try {
    return await matchesVerifier(verifier, password, queueEntry);
  } catch (failure) {
    if (failure instanceof Refusal) throw failure;
    return false;
  }
};
