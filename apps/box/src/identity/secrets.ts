import { createHash, getRandomValues, hash as hashAtOnce, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { randomText } from '@boxwood/command-bus/rules';

/** A new token or key: 32 random letters and digits (G-04). */
export const newSecret = (): string => randomText((bytes) => getRandomValues(bytes));

/** What is stored of a token: its SHA-256. The token has 190 random bits, so a plain digest is enough. */
export const digest = (secret: string): string => hashAtOnce('sha256', secret, 'base64url');

/** Compares two texts in time that does not depend on where they differ. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/** argon2id with 16 random bytes of salt, 19 MiB, t 2, p 1 (G-05). Runs on the thread pool. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON);

/** False also for a verifier that is not one: a broken row must refuse, not crash. */
export const verifyPassword = async (verifier: string, password: string): Promise<boolean> => {
  try {
    return await verify(verifier, password);
  } catch {
    return false;
  }
};
