import { closeSync, openSync, readSync } from 'node:fs';
import { jpegHead } from './jpeg-head.ts';

/** The preview that a camera embeds in its raw file. */
export interface RawPreview {
  /** A complete JPEG with the orientation of the camera. */
  readonly jpeg: Buffer;
  /** Size of the stored pixels, before rotation. */
  readonly width: number;
  readonly height: number;
}

/**
 * Limits for values that come from the untrusted file: directories, entries per directory, preview size, and bytes
 * searched for the size.
 */
const MOST_DIRECTORIES = 32;
const MOST_ENTRIES = 256;
const MOST_BYTES = 64 * 1024 ** 2;
const HEAD_BYTES = 64 * 1024;

/** TIFF tags; almost all raw files are TIFF files. */
const TAG = { compression: 0x103, strips: 0x111, orientation: 0x112, stripBytes: 0x117, sub: 0x14a } as const;
const JPEG = { at: 0x201, bytes: 0x202 } as const;
/** Compression values of a strip that is a JPEG. */
const AS_JPEG = new Set([6, 7]);
/** Sizes in bytes of the integer types used here. */
const SIZES: Readonly<Record<number, 2 | 4>> = { 3: 2, 4: 4, 13: 4 };

type Read = (at: number, bytes: number) => Buffer;

/** Provides random access to a file or to bytes. */
const withReader = <T>(input: string | Uint8Array, work: (read: Read) => T): T => {
  if (typeof input !== 'string') {
    const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
    return work((at, count) => bytes.subarray(at, at + count));
  }
  const file = openSync(input, 'r');
  try {
    return work((at, count) => {
      const piece = Buffer.alloc(count);
      return piece.subarray(0, readSync(file, piece, 0, count, at));
    });
  } finally {
    closeSync(file);
  }
};

/** The integer values of a directory by tag, and the position of the next directory. */
const directoryAt = (read: Read, at: number, little: boolean) => {
  const number = (from: Buffer, place: number, bytes: 2 | 4): number => {
    if (place + bytes > from.length) return 0;
    if (bytes === 2) return little ? from.readUInt16LE(place) : from.readUInt16BE(place);
    return little ? from.readUInt32LE(place) : from.readUInt32BE(place);
  };
  const count = Math.min(MOST_ENTRIES, number(read(at, 2), 0, 2));
  const block = read(at + 2, count * 12 + 4);
  const tags = new Map<number, readonly number[]>();
  for (let entry = 0; entry < count; entry += 1) {
    const place = entry * 12;
    const size = SIZES[number(block, place + 2, 2)];
    const many = Math.min(MOST_DIRECTORIES, number(block, place + 4, 4));
    if (size === undefined || many === 0) continue;
    const inside = many * size <= 4;
    const values = inside ? block.subarray(place + 8, place + 12) : read(number(block, place + 8, 4), many * size);
    tags.set(
      number(block, place, 2),
      Array.from({ length: many }, (_, each) => number(values, each * size, size)),
    );
  }
  return { tags, next: number(block, count * 12, 4) };
};

/**
 * File signatures: `II*`, `MM*`, and variants of Panasonic and Olympus. The value tells whether the byte order is
 * little-endian.
 */
const ORDERS: Readonly<Record<string, boolean>> = {
  'II*\0': true,
  'MM\0*': false,
  'IIU\0': true,
  IIRO: true,
  IIRS: true,
};

/** Adds the orientation to a JPEG without EXIF data. */
const turned = (jpeg: Buffer, orientation: number): Buffer => {
  const says = jpeg.subarray(0, HEAD_BYTES).includes('Exif\0\0', 0, 'latin1');
  if (says || orientation < 2 || orientation > 8) return jpeg;
  const exif = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000000000000000000', 'hex');
  exif.writeUInt16LE(orientation, 28);
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
};

/** The largest JPEG in a raw file; null if it has none or is no raw file. */
export const rawPreview = (input: string | Uint8Array): RawPreview | null =>
  withReader(input, (read) => {
    const head = read(0, 8);
    const little = head.length < 8 ? undefined : ORDERS[head.toString('latin1', 0, 4)];
    if (little === undefined) return null;
    const waiting = [little ? head.readUInt32LE(4) : head.readUInt32BE(4)];
    const seen = new Set<number>();
    let orientation = 1;
    let best: { readonly at: number; readonly bytes: number; readonly width: number; readonly height: number } | null =
      null;
    for (let at = waiting.shift(); at !== undefined && seen.size < MOST_DIRECTORIES; at = waiting.shift()) {
      if (at < 8 || seen.has(at)) continue;
      const { tags, next } = directoryAt(read, at, little);
      if (seen.size === 0) orientation = tags.get(TAG.orientation)?.[0] ?? 1;
      seen.add(at);
      waiting.push(...(tags.get(TAG.sub) ?? []), next);
      const strips = tags.get(TAG.strips) ?? [];
      const isStrip = strips.length === 1 && AS_JPEG.has(tags.get(TAG.compression)?.[0] ?? 0);
      for (const [place, bytes] of [
        [tags.get(JPEG.at)?.[0], tags.get(JPEG.bytes)?.[0]],
        isStrip ? [strips[0], tags.get(TAG.stripBytes)?.[0]] : [],
      ]) {
        if (place === undefined || bytes === undefined || bytes > MOST_BYTES) continue;
        // Sensor data may be a lossless JPEG, which is not a preview.
        const size = jpegHead(read(place, Math.min(bytes, HEAD_BYTES)));
        if (size?.isLossless === false && size.width * size.height > (best?.width ?? 0) * (best?.height ?? 0))
          best = { at: place, bytes, width: size.width, height: size.height };
      }
    }
    if (best === null) return null;
    const { width, height } = best;
    return { jpeg: turned(read(best.at, best.bytes), orientation), width, height };
  });
