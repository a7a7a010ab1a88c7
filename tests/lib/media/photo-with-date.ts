/** The smallest JPEG with a capture date: a TIFF directory with one pointer to a directory with one date. */
export const photoWithDate = (takenAt: string): Buffer => {
  const text = Buffer.from(`${takenAt}\0`, 'latin1');
  const tiff = Buffer.alloc(44 + text.length);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.writeUInt16BE(1, at);
    tiff.writeUInt16BE(tag, at + 2);
    tiff.writeUInt16BE(type, at + 4);
    tiff.writeUInt32BE(count, at + 6);
    tiff.writeUInt32BE(value, at + 10);
  };
  entry(8, 0x8769, 4, 1, 26);
  entry(26, 0x9003, 2, text.length, 44);
  text.copy(tiff, 44);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), length, exif, Buffer.from([0xff, 0xd9])]);
};
