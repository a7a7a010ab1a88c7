import { availableParallelism } from 'node:os';
import { ACC } from '@boxwood/account-sdk';
import type { QueueTicket } from '@boxwood/account-sdk/server';
import { FairQueue, Refusal } from '@boxwood/account-sdk/server';
import { hash, verify } from '@node-rs/argon2';

/** argon2id, 19 MiB, two passes, one lane (G-05); the salt has 16 bytes. */
const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Queue for hashing, for the whole process. A hash occupies a processor and one of the few threads of Node's pool,
 * which also read files, so only a few run at the same time.
 */
const hashQueue = new FairQueue({ maxRunning: availableParallelism() > 3 ? 2 : 1, maxPerHolder: 16, maxWaiting: 32 });

/**
 * Runs work that hashes a password when it is the holder's turn in the queue. @throws Refusal `full` when too many wait
 * already
 */
export const runQueued = async <T>(ticket: QueueTicket, fullCode: number, work: () => Promise<T>): Promise<T> => {
  const release = await hashQueue.acquire(ticket);
  if (release === null) throw new Refusal(fullCode, 'busy');
  try {
    return await work();
  } finally {
    release();
  }
};

/** The account code for too many calls at once (G-70). */
const BUSY = ACC.busy;

/** The verifier of a password, in PHC form; boxes receive it for offline sign-in. @throws Refusal 2002 */
export const createVerifier = (password: string, ticket: QueueTicket): Promise<string> =>
  runQueued(ticket, BUSY, () => hash(password, HASH_COST));

/** A verifier that matches no password, so that an unknown name takes as long as a wrong password. */
export const decoyVerifier = createVerifier('no such user', { holder: '', known: true });

/** Whether a password matches a verifier. @throws Refusal 2002 */
export const matchesVerifier = (verifier: string, password: string, ticket: QueueTicket): Promise<boolean> =>
  runQueued(ticket, BUSY, () => verify(verifier, password));
