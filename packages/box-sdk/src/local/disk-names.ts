/**
 * File names between the wire and the disk. A Linux name is any bytes but `/` and NUL; JSON carries text. Bytes that are not UTF-8 travel
 * as lone surrogates U+DC80 … U+DCFF (one per byte), so that a file with such a name can still be listed, sent, renamed and removed.
 */
import { Buffer } from 'node:buffer';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** How many bytes of `bytes` from `at` form one UTF-8 character; 0 when they do not form one. */
const characterLength = (bytes: Uint8Array, at: number): number => {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    try {
      utf8.decode(bytes.subarray(at, at + length));
      return length;
    } catch {
      continue;
    }
  }
  return 0;
};

/** The wire form of a name, or a path, as the disk holds it. */
export const fromDisk = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    let name = '';
    for (let at = 0; at < bytes.length;) {
      const length = characterLength(bytes, at);
      name +=
        length === 0 ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0)) : utf8.decode(bytes.subarray(at, at + length));
      at += length === 0 ? 1 : length;
    }
    return name;
  }
};

/**
 * The disk form of a wire name or path, as `node:fs` takes it: text when it is plain text, bytes when it stands for bytes that are no text.
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
