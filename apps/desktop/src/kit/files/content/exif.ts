/** EXIF data of a photo as text and numbers. The values are untrusted and are never rendered as markup. */
export interface ExifData {
  readonly make?: string;
  readonly model?: string;
  /** `YYYY-MM-DD HH:mm:ss` in the local time of the camera. */
  readonly taken?: string;
  readonly exposure?: number;
  readonly aperture?: number;
  readonly iso?: number;
  readonly focal?: number;
  readonly latitude?: number;
  readonly longitude?: number;
  /** The EXIF orientation swaps width and height. */
  readonly turned?: boolean;
}

/** Bytes read from the start of a file; EXIF is in the first segment. */
export const EXIF_BYTES = 128 * 1024;

type ExifValue = string | readonly number[];
const SIZES: Readonly<Partial<Record<number, number>>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };
const MAX_EXIF_ENTRIES = 512;

/** Offset of the TIFF structure in a JPEG; null without one. */
const tiffStart = (view: DataView): number | null => {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 10 < view.byteLength) {
    const marker = view.getUint16(at);
    if ((marker & 0xff00) !== 0xff00 || marker === 0xffda) return null;
    if (marker === 0xffe1 && view.getUint32(at + 4) === 0x45786966) return at + 10;
    at += 2 + view.getUint16(at + 2);
  }
  return null;
};

const readDirectory = (
  view: DataView,
  start: number,
  offset: number,
  isLittleEndian: boolean,
): ReadonlyMap<number, ExifValue> => {
  const found = new Map<number, ExifValue>();
  const base = start + offset;
  if (base + 2 > view.byteLength) return found;
  const count = Math.min(view.getUint16(base, isLittleEndian), MAX_EXIF_ENTRIES);
  for (let n = 0; n < count; n += 1) {
    const entry = base + 2 + n * 12;
    if (entry + 12 > view.byteLength) break;
    const type = view.getUint16(entry + 2, isLittleEndian);
    const length = view.getUint32(entry + 4, isLittleEndian);
    const size = (SIZES[type] ?? 0) * length;
    if (size === 0 || size > 4096) continue;
    const at = size <= 4 ? entry + 8 : start + view.getUint32(entry + 8, isLittleEndian);
    if (at + size > view.byteLength) continue;
    found.set(view.getUint16(entry, isLittleEndian), valueAt(view, at, type, length, isLittleEndian));
  }
  return found;
};

const valueAt = (view: DataView, at: number, type: number, length: number, isLittleEndian: boolean): ExifValue => {
  if (type === 2) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at, length);
    return new TextDecoder().decode(bytes).replaceAll('\0', '').trim();
  }
  return Array.from({ length }, (_, index) => {
    switch (type) {
      case 3:
        return view.getUint16(at + index * 2, isLittleEndian);
      case 4:
        return view.getUint32(at + index * 4, isLittleEndian);
      case 9:
        return view.getInt32(at + index * 4, isLittleEndian);
      case 5:
        return view.getUint32(at + index * 8, isLittleEndian) / view.getUint32(at + index * 8 + 4, isLittleEndian);
      case 10:
        return view.getInt32(at + index * 8, isLittleEndian) / view.getInt32(at + index * 8 + 4, isLittleEndian);
      default:
        return view.getUint8(at + index);
    }
  });
};

const text = (value: ExifValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const number = (value: ExifValue | undefined): number | undefined => {
  const first = Array.isArray(value) ? (value as readonly number[])[0] : undefined;
  return first !== undefined && Number.isFinite(first) ? first : undefined;
};
const degrees = (value: ExifValue | undefined, side: ExifValue | undefined): number | undefined => {
  if (value === undefined || typeof value === 'string') return undefined;
  const [d = Number.NaN, m = 0, s = 0] = value;
  const sum = d + m / 60 + s / 3600;
  return Number.isFinite(sum) && Math.abs(sum) <= 180 ? sum * (side === 'S' || side === 'W' ? -1 : 1) : undefined;
};
const optionalField = <K extends keyof ExifData>(key: K, value: ExifData[K] | undefined): ExifData =>
  value === undefined ? {} : Object.fromEntries([[key, value]]);

/** Reads EXIF data from the start of a JPEG. Returns an empty object when there is none or the file is corrupt. */
export const readExif = (bytes: Uint8Array): ExifData => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = tiffStart(view);
  if (start === null || start + 8 > view.byteLength) return {};
  const isLittleEndian = view.getUint16(start) === 0x4949;
  const main = readDirectory(view, start, view.getUint32(start + 4, isLittleEndian), isLittleEndian);
  const sub = (tag: number): ReadonlyMap<number, ExifValue> => {
    const offset = number(main.get(tag));
    return offset === undefined ? new Map<number, ExifValue>() : readDirectory(view, start, offset, isLittleEndian);
  };
  const photo = sub(0x8769);
  const gps = sub(0x8825);
  const taken = text(photo.get(0x9003)) ?? text(main.get(0x0132));
  return {
    ...optionalField('make', text(main.get(0x010f))),
    ...optionalField('model', text(main.get(0x0110))),
    ...optionalField('taken', taken?.replace(/^(\d{4}):(\d\d):(\d\d)/, '$1-$2-$3')),
    ...optionalField('exposure', number(photo.get(0x829a))),
    ...optionalField('aperture', number(photo.get(0x829d))),
    ...optionalField('iso', number(photo.get(0x8827))),
    ...optionalField('focal', number(photo.get(0x920a))),
    ...optionalField('latitude', degrees(gps.get(2), gps.get(1))),
    ...optionalField('longitude', degrees(gps.get(4), gps.get(3))),
    ...optionalField('turned', (number(main.get(0x0112)) ?? 1) >= 5 || undefined),
  };
};
