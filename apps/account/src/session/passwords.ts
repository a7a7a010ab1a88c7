import { availableParallelism } from 'node:os';
import { ACC } from '@boxwood/account-sdk';
import type { Turn } from '@boxwood/account-sdk/server';
import { FairQueue, Refusal } from '@boxwood/account-sdk/server';
import { hash, verify } from '@node-rs/argon2';

/** argon2id, 19 MiB, two passes, one lane (G-05); the salt has 16 bytes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Turns at hashing, for the whole process. A hash takes a processor and one of the few threads that files are read by as well, so most
 * processors and most of these threads are kept for everything else, however many sign in.
 */
const turns = new FairQueue({ atOnce: availableParallelism() > 3 ? 2 : 1, perHolder: 16, waiting: 32 });

/** Does work that hashes a password when it is the holder's turn. @throws Refusal `full` when too much waits already */
export const inTurn = async <T>(turn: Turn, full: number, work: () => Promise<T>): Promise<T> => {
  const leave = await turns.enter(turn);
  if (leave === null) throw new Refusal(full, 'busy');
  try {
    return await work();
  } finally {
    leave();
  }
};

/** Too many calls at once, in the numbers of accounts (G-70). */
const BUSY = ACC.busy;

/** The verifier of a password, in PHC form; also what boxes get for offline sign-in. @throws Refusal 2002 */
export const verifierOf = (password: string, turn: Turn): Promise<string> =>
  inTurn(turn, BUSY, () => hash(password, COST));

/** A verifier that no password meets, so that an unknown name costs as much time as a wrong password. */
export const decoy = verifierOf('no such user', { holder: '', known: true });

/** Whether a password fits a verifier. @throws Refusal 2002 */
export const fits = (verifier: string, password: string, turn: Turn): Promise<boolean> =>
  inTurn(turn, BUSY, () => verify(verifier, password));
