/** The fields of a JPEG file before its pixels. */
export interface JpegHeader {
  /** Width and height of the stored pixels, before rotation. */
  readonly width: number;
  readonly height: number;
  /** The EXIF data as a TIFF file; null if there is none. */
  readonly exif: Uint8Array | null;
  /** Whether it is a 360° picture (GPano). */
  readonly isSphere: boolean;
  /** Whether it is lossless raw sensor data, which picture decoders cannot read. */
  readonly isLossless: boolean;
}

const EXIF_PREFIX = Buffer.from('Exif\0\0', 'latin1');
const XMP_PREFIX = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

const LOSSLESS_FRAME = 0xc3;

/** Start-of-frame markers: C0 to CF except DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * Reads the segments of a JPEG up to its size (ISO 10918-1, B.1). Null if it is no JPEG, or if the size is not within
 * these bytes.
 */
export const parseJpegHeader = (input: Uint8Array): JpegHeader | null => {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return null;
  let exif: Uint8Array | null = null;
  let isSphere = false;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes.readUInt8(at + 1);
    // A marker may be preceded by fill bytes.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return width > 0 && height > 0 ? { width, height, exif, isSphere, isLossless: marker === LOSSLESS_FRAME } : null;
    }
    // Pixels before the size: leave this file to another decoder.
    if (marker === 0xda || end > bytes.length) return null;
    const data = bytes.subarray(at + 4, end);
    if (marker === 0xe1 && exif === null && data.subarray(0, EXIF_PREFIX.length).equals(EXIF_PREFIX))
      exif = data.subarray(EXIF_PREFIX.length);
    if (marker === 0xe1 && data.subarray(0, XMP_PREFIX.length).equals(XMP_PREFIX)) isSphere ||= data.includes('GPano');
    at = end;
  }
  return null;
};
