import { randomBytes, timingSafeEqual } from 'node:crypto';
import { decodeBech32, encodeBech32 } from './bech32.ts';
import { BASE_POINT, multiplyPoint } from './x25519.ts';

/**
 * X25519 keys as 32 raw bytes and in age's text forms: `AGE-SECRET-KEY-1…` (identity, secret) and `age1…` (recipient,
 * public).
 */
export const newIdentity = (): Buffer => randomBytes(32);

/** The public key of an identity. */
export const recipientOf = (identity: Uint8Array): Buffer => multiplyPoint(identity, BASE_POINT);

/** @throws when the other public key is a point of small order, for which the shared secret is publicly known */
export function sharedSecret(identity: Uint8Array, publicKey: Uint8Array): Buffer {
  const shared = multiplyPoint(identity, publicKey);
  if (timingSafeEqual(shared, Buffer.alloc(shared.length))) throw new Error('an invalid key share');
  return shared;
}

export const identityText = (identity: Uint8Array): string => encodeBech32('age-secret-key-', identity).toUpperCase();

export const recipientText = (recipient: Uint8Array): string => encodeBech32('age', recipient);

/** Parses the identity of a recovery kit; null when the text is not one. */
export function parseIdentity(text: string): Uint8Array | null {
  const bytes = decodeBech32('age-secret-key-', text.trim());
  return bytes?.length === 32 ? bytes : null;
}
