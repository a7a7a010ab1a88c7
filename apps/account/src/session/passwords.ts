import { availableParallelism } from 'node:os';
import { ACC } from '@boxwood/account-sdk';
import type { Turn } from '@boxwood/account-sdk/server';
import { FairQueue, Refusal } from '@boxwood/account-sdk/server';
import { hash, verify } from '@node-rs/argon2';

/** argon2id, 19 MiB, two passes, one lane (G-05); the salt has 16 bytes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Queue for hashing, for the whole process. A hash occupies a processor and one of the few threads of Node's pool,
 * which also read files, so only a few run at the same time.
 */
const turns = new FairQueue({ atOnce: availableParallelism() > 3 ? 2 : 1, perHolder: 16, waiting: 32 });

/**
 * Runs work that hashes a password when it is the holder's turn in the queue. @throws Refusal `full` when too many wait
 * already
 */
export const inTurn = async <T>(turn: Turn, full: number, work: () => Promise<T>): Promise<T> => {
  const leave = await turns.enter(turn);
  if (leave === null) throw new Refusal(full, 'busy');
  try {
    return await work();
  } finally {
    leave();
  }
};

/** The account code for too many calls at once (G-70). */
const BUSY = ACC.busy;

/** The verifier of a password, in PHC form; boxes receive it for offline sign-in. @throws Refusal 2002 */
export const verifierOf = (password: string, turn: Turn): Promise<string> =>
  inTurn(turn, BUSY, () => hash(password, COST));

/** A verifier that matches no password, so that an unknown name takes as long as a wrong password. */
export const decoy = verifierOf('no such user', { holder: '', known: true });

/** Whether a password matches a verifier. @throws Refusal 2002 */
export const fits = (verifier: string, password: string, turn: Turn): Promise<boolean> =>
  inTurn(turn, BUSY, () => verify(verifier, password));
