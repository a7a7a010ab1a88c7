import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { sameSecret } from '../../server/identity/secrets.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'chacha20-poly1305';
/** Lifetime of a visitor ticket in ms. A download that has started is not interrupted. */
export const TICKET_TTL_MS = 2 * 3600 * 1000;

/**
 * Share codes and visitor tickets. Hashing four digits would protect nothing and the owner must be able to read the
 * code, so codes are encrypted with a key derived from the box secret. Tickets are signed and not stored.
 */
export class ShareSecrets {
  readonly #codeKey: Buffer;
  readonly #ticketKey: Buffer;

  constructor(boxSecret: string) {
    const key = (use: string): Buffer => Buffer.from(hkdfSync('sha256', boxSecret, '', use, 32));
    this.#codeKey = key('boxwood share codes v1');
    this.#ticketKey = key('boxwood share tickets v1');
  }

  /** Encrypts the code for storage with the share `id`. */
  seal(id: string, code: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#codeKey, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(id), { plaintextLength: code.length });
    return Buffer.concat([nonce, cipher.update(code, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** Decrypts the code of share `id`. Null when it was encrypted with another box secret or for another share. */
  unseal(id: string, sealed: Uint8Array): string | null {
    const bytes = Buffer.from(sealed);
    const decipher = createDecipheriv(CIPHER, this.#codeKey, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(id), { plaintextLength: bytes.length - NONCE_BYTES - TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    } catch {
      return null;
    }
  }

  /** Issues a ticket for share `id`, valid for {@link TICKET_TTL_MS} from `now` (epoch milliseconds). */
  issueTicket(id: string, now: number): string {
    const until = (now + TICKET_TTL_MS).toString(36);
    return `${until}.${this.#sign(id, until)}`;
  }

  isValidTicket(id: string, issueTicket: string, now: number): boolean {
    const [, until = '', signature = ''] = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(issueTicket) ?? [];
    const end = Number.parseInt(until, 36);
    // A ticket that expires later than a new one would was issued while the clock was ahead.
    return sameSecret(signature, this.#sign(id, until)) && end > now && end <= now + TICKET_TTL_MS;
  }

  #sign(id: string, until: string): string {
    return createHmac('sha256', this.#ticketKey).update(`${id}.${until}`).digest('base64url');
  }
}
