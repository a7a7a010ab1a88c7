/** Width and height in pixels as stored, before EXIF rotation. */
export type PictureSize = readonly [width: number, height: number];

/** Whether a JPEG marker starts a frame (SOF): C0 to CF except the table markers C4, C8 and CC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);

const jpegSize = (view: DataView): PictureSize | null => {
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (isFrame(marker)) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    if (marker < 0xff01 || marker === 0xffda) return null;
  }
  return null;
};

/** The three WebP formats: lossy, lossless and extended. */
const webpSize = (view: DataView): PictureSize | null => {
  switch (view.getUint32(12)) {
    case 0x56503820:
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case 0x56503858:
      return [(view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1];
    default:
      return null;
  }
};

/** Reads the size of a JPEG, PNG, GIF or WebP from its first bytes; null for another or corrupt file. */
export const readPictureSize = (bytes: Uint8Array): PictureSize | null => {
  if (bytes.byteLength < 32) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (view.getUint32(0)) {
    case 0x89504e47:
      return [view.getUint32(16), view.getUint32(20)];
    case 0x47494638:
      return [view.getUint16(6, true), view.getUint16(8, true)];
    case 0x52494646:
      return webpSize(view);
    default:
      return view.getUint16(0) === 0xffd8 ? jpegSize(view) : null;
  }
};
