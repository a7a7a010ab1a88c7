import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { newIdentity, recipientOf, sharedSecret } from './age-keys.ts';

/** The header of an age v1 file with X25519 recipients (age-encryption.org/v1); byte formats in `docs/encryption.md`. */
const VERSION = 'age-encryption.org/v1\n';
const TAG_BYTES = 16;
const ZERO_NONCE = Buffer.alloc(12);

/**
 * Limit for reading a header, so that a malicious file cannot make the box read all of it. Valid headers are shorter.
 */
export const MAX_HEADER_BYTES = 64 * 1024;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** Decodes unpadded canonical base64; null for any other text. */
function fromBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return base64(bytes) === text ? bytes : null;
}

export const derive = (key: Uint8Array, salt: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32));

const wrapKeyFor = (secret: Uint8Array, share: Uint8Array, recipient: Uint8Array): Buffer =>
  derive(secret, Buffer.concat([share, recipient]), 'age-encryption.org/v1/X25519');

const macOf = (fileKey: Uint8Array, header: string): Buffer =>
  createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest();

/** Creates a header that encrypts `fileKey` (16 bytes) for one recipient. */
export function writeHeader(fileKey: Uint8Array, recipient: Uint8Array): Buffer {
  const ephemeral = newIdentity();
  const share = recipientOf(ephemeral);
  const cipher = createCipheriv(
    'chacha20-poly1305',
    wrapKeyFor(sharedSecret(ephemeral, recipient), share, recipient),
    ZERO_NONCE,
    {
      authTagLength: TAG_BYTES,
    },
  );
  const wrapped = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
  const header = `${VERSION}-> X25519 ${base64(share)}\n${base64(wrapped)}\n---`;
  return Buffer.from(`${header} ${base64(macOf(fileKey, header))}\n`);
}

/** Result of reading a header: the file key and the start of the payload, or the reason of the failure. */
export type HeaderReading =
  | { readonly tag: 'key'; readonly fileKey: Buffer; readonly length: number }
  | { readonly tag: 'not-age' | 'not-ours' | 'damaged' };

/** @param start the first bytes of the file, up to {@link MAX_HEADER_BYTES} */
export function readHeader(start: Buffer, identity: Uint8Array): HeaderReading {
  const text = start.toString('latin1');
  if (!text.startsWith(VERSION)) return { tag: 'not-age' };
  const end = /\n--- ([A-Za-z0-9+/]{43})\n/.exec(text);
  const mac = end === null ? null : fromBase64(end[1] ?? '');
  if (end === null || mac === null) return { tag: 'damaged' };
  const stanzas = parseStanzas(text.slice(VERSION.length, end.index + 1));
  if (stanzas === null) return { tag: 'damaged' };
  const recipient = recipientOf(identity);
  for (const stanza of stanzas) {
    const fileKey = unwrap(stanza, identity, recipient);
    if (fileKey === null) continue;
    if (!timingSafeEqual(mac, macOf(fileKey, text.slice(0, end.index + 4)))) return { tag: 'damaged' };
    return { tag: 'key', fileKey, length: end.index + end[0].length };
  }
  return { tag: 'not-ours' };
}

interface Stanza {
  readonly type: string;
  readonly args: readonly string[];
  readonly body: Buffer;
}

/** Each stanza: `-> type args…`, then lines of 64 base64 characters and one shorter line that ends it. */
function parseStanzas(text: string): Stanza[] | null {
  const stanzas: Stanza[] = [];
  const lines = text.split('\n').slice(0, -1);
  for (let at = 0; at < lines.length;) {
    const [arrow, type, ...args] = (lines[at] ?? '').split(' ');
    if (arrow !== '->' || type === undefined || type === '') return null;
    const body: Buffer[] = [];
    for (at += 1; ; at += 1) {
      const line = lines[at];
      const bytes = line === undefined || line.length > 64 ? null : fromBase64(line);
      if (bytes === null) return null;
      body.push(bytes);
      if (bytes.length < 48) break;
    }
    at += 1;
    stanzas.push({ type, args, body: Buffer.concat(body) });
  }
  return stanzas;
}

function unwrap(stanza: Stanza, identity: Uint8Array, recipient: Uint8Array): Buffer | null {
  const share = fromBase64(stanza.args[0] ?? '');
  if (stanza.type !== 'X25519' || stanza.args.length !== 1 || share?.length !== 32 || stanza.body.length !== 32)
    return null;
  try {
    const key = wrapKeyFor(sharedSecret(identity, share), share, recipient);
    const decipher = createDecipheriv('chacha20-poly1305', key, ZERO_NONCE, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(stanza.body.subarray(16));
    return Buffer.concat([decipher.update(stanza.body.subarray(0, 16)), decipher.final()]);
  } catch {
    return null; // Encrypted for another recipient, or an invalid share.
  }
}
