/** A raw photo file as a camera writes it: a tiny thumbnail first, and the camera preview in a sub-directory. */

/** One entry of a TIFF directory, little-endian: type 3 has two bytes, type 4 has four. */
const entry = (tag: number, type: 2 | 3 | 4, count: number, value: number): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16LE(tag, 0);
  bytes.writeUInt16LE(type, 2);
  bytes.writeUInt32LE(count, 4);
  if (type === 3) bytes.writeUInt16LE(value, 8);
  else bytes.writeUInt32LE(value, 8);
  return bytes;
};
const directory = (entries: readonly Buffer[]): Buffer => {
  const count = Buffer.alloc(2);
  count.writeUInt16LE(entries.length);
  return Buffer.concat([count, ...entries, Buffer.alloc(4)]);
};
const sizeOf = (entries: number): number => 2 + entries * 12 + 4;

/** A thumbnail of 2 by 2 grey pixels. */
const TINY = Buffer.alloc(12, 90);
const TIME_BYTES = 20;

/** @param takenAt date as a camera writes it, `2021:06:05 04:03:02`; `orientation` as in EXIF */
export const createRawPhoto = (preview: Uint8Array, takenAt: string, orientation = 1): Buffer => {
  const [first, sub, exif] = [8, 8 + sizeOf(11), 8 + sizeOf(11) + sizeOf(4)];
  const time = exif + sizeOf(1);
  const tiny = time + TIME_BYTES;
  const shown = tiny + TINY.length;
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(first, 4);
  return Buffer.concat([
    header,
    directory([
      entry(0x100, 3, 1, 2),
      entry(0x101, 3, 1, 2),
      entry(0x102, 3, 1, 8),
      entry(0x103, 3, 1, 1),
      entry(0x106, 3, 1, 2),
      entry(0x111, 4, 1, tiny),
      entry(0x112, 3, 1, orientation),
      entry(0x115, 3, 1, 3),
      entry(0x117, 4, 1, TINY.length),
      entry(0x14a, 4, 1, sub),
      entry(0x8769, 4, 1, exif),
    ]),
    directory([
      entry(0xfe, 4, 1, 1),
      entry(0x103, 3, 1, 7),
      entry(0x111, 4, 1, shown),
      entry(0x117, 4, 1, preview.byteLength),
    ]),
    directory([entry(0x9003, 2, TIME_BYTES, time)]),
    Buffer.from(`${takenAt}\0`, 'latin1'),
    TINY,
    preview,
  ]);
};
