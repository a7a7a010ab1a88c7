import { hkdfSync } from 'node:crypto';

/**
 * What a box shows to the account service as its secret, and the service to the box: 43 characters of base64url, derived from the box's own secret,
 * of which they tell nothing. That one is the pepper of its safes and never leaves the box.
 */
export const linkKeyOf = (boxSecret: string): string =>
  Buffer.from(hkdfSync('sha256', boxSecret, '', 'boxwood account link v1', 32)).toString('base64url');
