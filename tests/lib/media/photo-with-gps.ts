/**
 * A camera's GPS position (a TIFF directory with one pointer to its GPS directory), as PNG carries it in `eXIf`. In
 * degrees.
 */
export const gpsExif = (latitude: number, longitude: number): Buffer => {
  const tiff = Buffer.alloc(128);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  const entry = (at: number, tag: number, type: number, count: number): void => {
    tiff.writeUInt16BE(tag, at);
    tiff.writeUInt16BE(type, at + 2);
    tiff.writeUInt32BE(count, at + 4);
  };
  const degrees = (at: number, value: number): void => {
    tiff.writeUInt32BE(Math.round(Math.abs(value) * 1e6), at);
    for (const [part, number] of [1e6, 0, 1, 0, 1].entries()) tiff.writeUInt32BE(number, at + 4 + part * 4);
  };
  tiff.writeUInt16BE(1, 8);
  entry(10, 0x8825, 4, 1);
  tiff.writeUInt32BE(26, 18);
  tiff.writeUInt16BE(4, 26);
  entry(28, 1, 2, 2);
  tiff.write(latitude < 0 ? 'S' : 'N', 36, 'latin1');
  entry(40, 2, 5, 3);
  tiff.writeUInt32BE(80, 48);
  entry(52, 3, 2, 2);
  tiff.write(longitude < 0 ? 'W' : 'E', 60, 'latin1');
  entry(64, 4, 5, 3);
  tiff.writeUInt32BE(104, 72);
  degrees(80, latitude);
  degrees(104, longitude);
  return tiff;
};
