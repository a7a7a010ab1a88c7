import { describe, expect, it } from 'vitest';
import { readExif } from './exif.ts';

/** A JPEG whose EXIF segment has one entry, the make of the camera. */
const withMake = (make: string): Uint8Array => {
  const text = new TextEncoder().encode(`${make}\0`);
  const tiff = new DataView(new ArrayBuffer(26 + text.length));
  tiff.setUint32(0, 0x4d4d002a);
  tiff.setUint32(4, 8);
  tiff.setUint16(8, 1);
  tiff.setUint16(10, 0x010f);
  tiff.setUint16(12, 2);
  tiff.setUint32(14, text.length);
  tiff.setUint32(18, 26);
  const exif = new Uint8Array(tiff.buffer);
  exif.set(text, 26);
  const size = exif.length + 8;
  return new Uint8Array([
    0xff,
    0xd8,
    0xff,
    0xe1,
    size >> 8,
    size & 0xff,
    ...new TextEncoder().encode('Exif\0\0'),
    ...exif,
  ]);
};

describe('EXIF data', () => {
  it('reads the make of the camera', () => {
    expect(readExif(withMake('Camera works')).make).toBe('Camera works');
  });

  it('is empty for a file that is no JPEG, has no EXIF, or ends in the middle of it', () => {
    expect(readExif(new Uint8Array(0))).toEqual({});
    expect(readExif(new TextEncoder().encode('no picture'))).toEqual({});
    expect(readExif(new Uint8Array([0xff, 0xd8, 0xff, 0xda, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))).toEqual({});
    const whole = withMake('Camera works');
    for (let length = 0; length < whole.length - 1; length += 1)
      expect(readExif(whole.subarray(0, length))).toEqual({});
  });
});
