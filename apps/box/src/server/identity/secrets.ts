import { createHash, getRandomValues, hash as hashAtOnce, timingSafeEqual } from 'node:crypto';
import { randomText } from '@boxwood/command-bus/rules';

/** A new token or key: 32 random letters and digits (G-04). */
export const newSecret = (): string => randomText((bytes) => getRandomValues(bytes));

/** What is stored of a token: its SHA-256. The token has 190 random bits, so a plain digest is enough. */
export const digest = (secret: string): string => hashAtOnce('sha256', secret, 'base64url');

/** Compares two texts in time that does not depend on where they differ. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
