import { hkdfSync } from 'node:crypto';

/**
 * The secret between a box and the account service: 43 characters of base64url, derived from the box's own secret but
 * not revealing it. That one is the pepper of its safes and never leaves the box.
 */
export const linkKeyOf = (boxSecret: string): string =>
  Buffer.from(hkdfSync('sha256', boxSecret, '', 'boxwood account link v1', 32)).toString('base64url');
