import { closeSync, openSync, readSync } from 'node:fs';
import { parseJpegHeader } from './jpeg-header.ts';

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
const MAX_DIRECTORIES = 32;
const MAX_ENTRIES = 256;
const MAX_PREVIEW_BYTES = 64 * 1024 ** 2;
const HEADER_BYTES = 64 * 1024;

/** TIFF tags; almost all raw files are TIFF files. */
const TIFF_TAG = { compression: 0x103, strips: 0x111, orientation: 0x112, stripBytes: 0x117, sub: 0x14a } as const;
const JPEG_TAG = { at: 0x201, bytes: 0x202 } as const;
/** Compression values of a strip that is a JPEG. */
const JPEG_COMPRESSIONS = new Set([6, 7]);
/** Sizes in bytes of the integer types used here. */
const TYPE_SIZES: Readonly<Record<number, 2 | 4>> = { 3: 2, 4: 4, 13: 4 };

type ReadBytes = (at: number, bytes: number) => Buffer;

/** Provides random access to a file or to bytes. */
const withByteReader = <T>(input: string | Uint8Array, work: (read: ReadBytes) => T): T => {
  if (typeof input !== 'string') {
    const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
    return work((at, count) => bytes.subarray(at, at + count));
  }
  const file = openSync(input, 'r');
  try {
    return work((at, count) => {
      const buffer = Buffer.alloc(count);
      return buffer.subarray(0, readSync(file, buffer, 0, count, at));
    });
  } finally {
    closeSync(file);
  }
};

/** The integer values of a directory by tag, and the position of the next directory. */
const readDirectory = (read: ReadBytes, at: number, isLittleEndian: boolean) => {
  const number = (from: Buffer, offset: number, bytes: 2 | 4): number => {
    if (offset + bytes > from.length) return 0;
    if (bytes === 2) return isLittleEndian ? from.readUInt16LE(offset) : from.readUInt16BE(offset);
    return isLittleEndian ? from.readUInt32LE(offset) : from.readUInt32BE(offset);
  };
  const count = Math.min(MAX_ENTRIES, number(read(at, 2), 0, 2));
  const block = read(at + 2, count * 12 + 4);
  const tags = new Map<number, readonly number[]>();
  for (let entry = 0; entry < count; entry += 1) {
    const offset = entry * 12;
    const size = TYPE_SIZES[number(block, offset + 2, 2)];
    const valueCount = Math.min(MAX_DIRECTORIES, number(block, offset + 4, 4));
    if (size === undefined || valueCount === 0) continue;
    const inside = valueCount * size <= 4;
    const values = inside
      ? block.subarray(offset + 8, offset + 12)
      : read(number(block, offset + 8, 4), valueCount * size);
    tags.set(
      number(block, offset, 2),
      Array.from({ length: valueCount }, (_, each) => number(values, each * size, size)),
    );
  }
  return { tags, next: number(block, count * 12, 4) };
};

/**
 * File signatures: `II*`, `MM*`, and variants of Panasonic and Olympus. The value tells whether the byte order is
 * little-endian.
 */
const LITTLE_ENDIAN_BY_SIGNATURE: Readonly<Record<string, boolean>> = {
  'II*\0': true,
  'MM\0*': false,
  'IIU\0': true,
  IIRO: true,
  IIRS: true,
};

/** Adds the orientation to a JPEG without EXIF data. */
const withOrientation = (jpeg: Buffer, orientation: number): Buffer => {
  const hasExif = jpeg.subarray(0, HEADER_BYTES).includes('Exif\0\0', 0, 'latin1');
  if (hasExif || orientation < 2 || orientation > 8) return jpeg;
  const exif = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000000000000000000', 'hex');
  exif.writeUInt16LE(orientation, 28);
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
};

/** The largest JPEG in a raw file; null if it has none or is no raw file. */
export const readRawPreview = (input: string | Uint8Array): RawPreview | null =>
  withByteReader(input, (read) => {
    const header = read(0, 8);
    const isLittleEndian = header.length < 8 ? undefined : LITTLE_ENDIAN_BY_SIGNATURE[header.toString('latin1', 0, 4)];
    if (isLittleEndian === undefined) return null;
    const queue = [isLittleEndian ? header.readUInt32LE(4) : header.readUInt32BE(4)];
    const visited = new Set<number>();
    let orientation = 1;
    let best: { readonly at: number; readonly bytes: number; readonly width: number; readonly height: number } | null =
      null;
    for (let at = queue.shift(); at !== undefined && visited.size < MAX_DIRECTORIES; at = queue.shift()) {
      if (at < 8 || visited.has(at)) continue;
      const { tags, next } = readDirectory(read, at, isLittleEndian);
      if (visited.size === 0) orientation = tags.get(TIFF_TAG.orientation)?.[0] ?? 1;
      visited.add(at);
      queue.push(...(tags.get(TIFF_TAG.sub) ?? []), next);
      const strips = tags.get(TIFF_TAG.strips) ?? [];
      const isStrip = strips.length === 1 && JPEG_COMPRESSIONS.has(tags.get(TIFF_TAG.compression)?.[0] ?? 0);
      for (const [offset, bytes] of [
        [tags.get(JPEG_TAG.at)?.[0], tags.get(JPEG_TAG.bytes)?.[0]],
        isStrip ? [strips[0], tags.get(TIFF_TAG.stripBytes)?.[0]] : [],
      ]) {
        if (offset === undefined || bytes === undefined || bytes > MAX_PREVIEW_BYTES) continue;
        // Sensor data may be a lossless JPEG, which is not a preview.
        const size = parseJpegHeader(read(offset, Math.min(bytes, HEADER_BYTES)));
        if (size?.isLossless === false && size.width * size.height > (best?.width ?? 0) * (best?.height ?? 0))
          best = { at: offset, bytes, width: size.width, height: size.height };
      }
    }
    if (best === null) return null;
    const { width, height } = best;
    return { jpeg: withOrientation(read(best.at, best.bytes), orientation), width, height };
  });
