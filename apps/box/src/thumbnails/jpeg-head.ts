/** What the beginning of a JPEG says before its pixels come. */
export interface JpegHead {
  /** Pixels as they are stored, however the camera was held. */
  readonly width: number;
  readonly height: number;
  /** The EXIF data, a TIFF of its own; null when there is none. */
  readonly exif: Uint8Array | null;
  /** Whether it was made to be looked at all around. */
  readonly isSphere: boolean;
  /** What a camera's sensor saw, which no decoder of pictures reads. */
  readonly isLossless: boolean;
}

const EXIF = Buffer.from('Exif\0\0', 'latin1');
const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

const LOSSLESS = 0xc3;

/** Frame headers: all of C0 to CF that are no tables of theirs. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Reads the segments of a JPEG up to its size (ISO 10918-1, B.1); null when it is no JPEG, or says nothing in the bytes that are given. */
export const jpegHead = (input: Uint8Array): JpegHead | null => {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return null;
  let exif: Uint8Array | null = null;
  let isSphere = false;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes.readUInt8(at + 1);
    // A marker may be filled up with more of its first byte.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return width > 0 && height > 0 ? { width, height, exif, isSphere, isLossless: marker === LOSSLESS } : null;
    }
    // Pixels before a size: whatever this is, others have to read it.
    if (marker === 0xda || end > bytes.length) return null;
    const data = bytes.subarray(at + 4, end);
    if (marker === 0xe1 && exif === null && data.subarray(0, EXIF.length).equals(EXIF))
      exif = data.subarray(EXIF.length);
    if (marker === 0xe1 && data.subarray(0, XMP.length).equals(XMP)) isSphere ||= data.includes('GPano');
    at = end;
  }
  return null;
};
