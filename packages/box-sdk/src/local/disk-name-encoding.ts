/**
 * File names between the wire and the disk. A Linux name is any sequence of bytes except `/` and NUL, but JSON carries
 * text. Bytes that are not UTF-8 are encoded as lone surrogates U+DC80 … U+DCFF (one per byte), so that files with such
 * names can be listed, sent, renamed and removed.
 */
import { Buffer } from 'node:buffer';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Length in bytes of the UTF-8 character at `start`; 0 if there is none. */
const characterLength = (bytes: Uint8Array, start: number): number => {
  for (let length = 1; length <= 4 && start + length <= bytes.length; length += 1) {
    try {
      utf8.decode(bytes.subarray(start, start + length));
      return length;
    } catch {
      continue;
    }
  }
  return 0;
};

/** Converts a name or path from its bytes on disk to its wire form. */
export const fromDisk = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    let name = '';
    for (let offset = 0; offset < bytes.length;) {
      const length = characterLength(bytes, offset);
      name +=
        length === 0
          ? String.fromCharCode(0xdc00 + (bytes[offset] ?? 0))
          : utf8.decode(bytes.subarray(offset, offset + length));
      offset += length === 0 ? 1 : length;
    }
    return name;
  }
};

/**
 * Converts a wire name or path to the form that `node:fs` expects: a string if it is well-formed text, a buffer if it
 * encodes bytes that are not UTF-8.
 *
 * @example
 * ```ts
 * const { toDisk } = await import('@boxwood/box-sdk/node');
 * toDisk('caf\udce9.txt'); // caf, the byte E9, .txt: a name in Latin-1
 * ```
 */
export const toDisk = (name: string): string | Buffer => {
  if (name.isWellFormed()) return name;
  const parts: Buffer[] = [];
  for (const character of name) {
    const code = character.codePointAt(0) ?? 0;
    parts.push(code >= 0xdc80 && code <= 0xdcff ? Buffer.of(code - 0xdc00) : Buffer.from(character));
  }
  return Buffer.concat(parts);
};
