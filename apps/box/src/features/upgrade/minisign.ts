/**
 * Signatures in the minisign format. A package is trusted only for what the trusted comment of its signature claims.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** A public key as `minisign -G` writes it. */
export interface MinisignPublicKey {
  readonly id: Buffer;
  readonly key: Buffer;
}

/** A parsed signature file. Its content is unverified until {@link isSignedBy} returns true. */
export interface MinisignSignature {
  readonly id: Buffer;
  readonly signature: Buffer;
  readonly comment: string;
  readonly global: Buffer;
}

const ID_BYTES = 8;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** SPKI prefix that Node's crypto needs before the 32 bytes of an Ed25519 key. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const TRUSTED_PREFIX = 'trusted comment: ';
const UNTRUSTED_PREFIX = 'untrusted comment: ';
/** Limit of a key or signature file, in characters. minisign writes a few hundred. */
const MAX_TEXT_LENGTH = 8192;

/** Decodes a line of base64; null when it is not canonical. Node's decoder ignores invalid characters. */
const decodeLine = (line: string | undefined, length: number): Buffer | null => {
  const bytes = Buffer.from(line ?? '', 'base64');
  return bytes.length === length && bytes.toString('base64') === line ? bytes : null;
};

const linesOf = (text: string): readonly string[] | null =>
  text.length > MAX_TEXT_LENGTH ? null : text.split('\n').map((line) => line.replace(/\r$/, ''));

/** Returns null for a text that is not a minisign public key. */
export const parsePublicKey = (text: string): MinisignPublicKey | null => {
  const lines = linesOf(text.trim());
  if (lines === null) return null;
  // The comment may be left out, as `minisign -P` does.
  const bytes = decodeLine(lines.at(-1), 2 + ID_BYTES + KEY_BYTES);
  if (lines.length > 2 || (lines.length === 2 && lines[0]?.startsWith(UNTRUSTED_PREFIX) !== true)) return null;
  if (bytes?.toString('latin1', 0, 2) !== 'Ed') return null;
  return { id: bytes.subarray(2, 2 + ID_BYTES), key: bytes.subarray(2 + ID_BYTES) };
};

/**
 * Returns null for a text that is not a minisign signature over a digest. The older kind, over the bytes themselves, is
 * not accepted.
 */
export const parseSignature = (text: string): MinisignSignature | null => {
  const [untrusted, first, trusted, last, ...rest] = linesOf(text) ?? [];
  if (untrusted?.startsWith(UNTRUSTED_PREFIX) !== true || trusted?.startsWith(TRUSTED_PREFIX) !== true) return null;
  if (rest.some((line) => line !== '')) return null;
  const bytes = decodeLine(first, 2 + ID_BYTES + SIGNATURE_BYTES);
  const global = decodeLine(last, SIGNATURE_BYTES);
  if (global === null || bytes?.toString('latin1', 0, 2) !== 'ED') return null;
  return {
    id: bytes.subarray(2, 2 + ID_BYTES),
    signature: bytes.subarray(2 + ID_BYTES),
    comment: trusted.slice(TRUSTED_PREFIX.length),
    global,
  };
};

/** The signed digest of a file: its BLAKE2b-512. @param onBytes called with the number of bytes of each chunk */
export const digestOf = async (
  file: string,
  signal: AbortSignal,
  onBytes: (count: number) => void = () => undefined,
): Promise<Buffer> => {
  const hash = createHash('blake2b512');
  for await (const chunk of createReadStream(file, { signal, highWaterMark: 1 << 20 })) {
    const bytes = chunk as Buffer; // without an encoding
    hash.update(bytes);
    onBytes(bytes.length);
  }
  return hash.digest();
};

const isSigned = (
  { id, key }: MinisignPublicKey,
  signed: MinisignSignature,
  bytes: Buffer,
  signature: Buffer,
): boolean =>
  id.equals(signed.id) &&
  verify(
    null,
    bytes,
    createPublicKey({ key: Buffer.concat([SPKI_PREFIX, key]), format: 'der', type: 'spki' }),
    signature,
  );

/** Whether the holder of this key signed the trusted comment, for any file. */
export const isCommentOf = (key: MinisignPublicKey, signed: MinisignSignature): boolean =>
  isSigned(key, signed, Buffer.concat([signed.signature, Buffer.from(signed.comment, 'utf8')]), signed.global);

/** Whether the holder of this key signed this digest, and the trusted comment with it. */
export const isSignedBy = (key: MinisignPublicKey, signed: MinisignSignature, digest: Buffer): boolean =>
  isCommentOf(key, signed) && isSigned(key, signed, digest, signed.signature);
