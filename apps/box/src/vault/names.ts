/**
 * File names between the wire and the disk. A Linux name is any bytes but `/` and NUL; JSON carries text. Bytes that are not UTF-8 travel
 * as lone surrogates U+DC80 … U+DCFF (one per byte), so that a file with such a name can still be listed, renamed and removed.
 */

/** The longest name a file system takes, in bytes. */
export const MAX_NAME_BYTES = 255;

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

/** The wire form of a name as the disk holds it. */
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

/** The disk form of a wire name: text when it is plain text, bytes when it stands for bytes that are no text. */
export const toDisk = (name: string): string | Buffer => {
  if (name.isWellFormed()) return name;
  const parts: Buffer[] = [];
  for (const character of name) {
    const code = character.codePointAt(0) ?? 0;
    parts.push(code >= 0xdc80 && code <= 0xdcff ? Buffer.of(code - 0xdc00) : Buffer.from(character));
  }
  return Buffer.concat(parts);
};

/** Whether a wire name can stand for exactly one name on the disk. */
export const isFaithful = (name: string): boolean => {
  if (name.isWellFormed()) return true;
  const disk = toDisk(name);
  return typeof disk === 'string' || fromDisk(disk) === name;
};

/** Length on the disk. */
export const byteLength = (name: string): number => Buffer.byteLength(toDisk(name));

/** Joins a folder's path and a wire name into what `node:fs` takes. */
export const joinDisk = (folder: string, name: string): string | Buffer => {
  const disk = toDisk(name);
  return typeof disk === 'string' ? `${folder}/${disk}` : Buffer.concat([Buffer.from(`${folder}/`), disk]);
};
