import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject, randomBytes } from 'node:crypto';
import { decodeBech32, encodeBech32 } from './bech32.ts';

/**
 * X25519 keys as 32 raw bytes and in age's text forms: `AGE-SECRET-KEY-1…` (identity, secret) and `age1…` (recipient, public).
 * node:crypto takes keys in DER only; the two prefixes below are RFC 8410's, fixed for this curve.
 */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');
const SPKI = Buffer.from('302a300506032b656e032100', 'hex');

const privateKey = (identity: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, identity]), format: 'der', type: 'pkcs8' });

export const newIdentity = (): Uint8Array => randomBytes(32);

/** The public half. */
export function recipientOf(identity: Uint8Array): Uint8Array {
  return createPublicKey(privateKey(identity)).export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
}

/** @throws when the other side's key is a point of small order, which would give a secret everybody knows */
export function sharedSecret(identity: Uint8Array, theirs: Uint8Array): Buffer {
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, theirs]), format: 'der', type: 'spki' });
  return diffieHellman({ privateKey: privateKey(identity), publicKey });
}

export const identityText = (identity: Uint8Array): string => encodeBech32('age-secret-key-', identity).toUpperCase();

export const recipientText = (recipient: Uint8Array): string => encodeBech32('age', recipient);

/** The identity in a recovery kit; null when the text is not one. */
export function parseIdentity(text: string): Uint8Array | null {
  const bytes = decodeBech32('age-secret-key-', text.trim());
  return bytes?.length === 32 ? bytes : null;
}
