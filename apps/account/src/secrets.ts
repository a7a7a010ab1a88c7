import { createHash, randomFillSync, timingSafeEqual } from 'node:crypto';
import { randomText } from '@boxwood/command-bus/rules';

/** 32 random letters and digits. */
export const newToken = (): string => randomText((bytes) => randomFillSync(bytes));

/** The stored form of a token: it has 190 bits, so a plain hash is enough. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Compares secrets in constant time, whatever their lengths. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/** Letters and digits that are hard to confuse when read aloud. */
const UNAMBIGUOUS_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** A code for users to type: 10 characters, 50 bits. */
export const newInvitation = (): string =>
  Array.from(
    randomFillSync(new Uint8Array(10)),
    (byte) => UNAMBIGUOUS_CHARACTERS[byte % UNAMBIGUOUS_CHARACTERS.length] ?? '',
  ).join('');
