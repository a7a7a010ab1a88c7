import { open } from 'node:fs/promises';
import { iso1A2Code } from '@rapideditor/country-coder';
import exifr from 'exifr';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { parseJpegHeader } from './jpeg-header.ts';
import { readRawPreview } from './raw-preview.ts';
import { withPicture } from './open-picture.ts';

/** Metadata in a picture file. Null if absent. */
export interface PictureInfo {
  /** Displayed pixels, after rotation. */
  readonly width: number;
  readonly height: number;
  /** The local time when it was taken, `2024:05:01 10:30:00`, and the zone, `+08:00`. */
  readonly taken: string | null;
  readonly zone: string | null;
  readonly camera: string | null;
  readonly lens: string | null;
  readonly exposure: number | null;
  readonly aperture: number | null;
  readonly iso: number | null;
  readonly focal: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** ISO 3166 alpha-2 code; HK, MO and TW have their own. */
  readonly country: string | null;
  readonly isPanorama: boolean;
}

/** Raw files have their metadata within this many bytes. */
const HEADER_BYTES = 1024 * 1024;
/** A thumbhash has at most seven frequencies per side: a larger picture gives the same result at ten times the cost. */
const MAX_THUMBHASH_PX = 32;

const EXIF_TAGS = [
  'DateTimeOriginal',
  'CreateDate',
  'OffsetTimeOriginal',
  'OffsetTime',
  'Make',
  'Model',
  'LensModel',
  'ExposureTime',
  'FNumber',
  'ISO',
  'FocalLength',
  'Orientation',
  'GPSLatitude',
  'GPSLongitude',
  'GPSLatitudeRef',
  'GPSLongitudeRef',
];

type ExifTags = Readonly<Record<string, unknown>>;
const isTags = (value: unknown): value is ExifTags => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, 200) : '';
  return text === '' ? null : text.toWellFormed();
};
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

/** The input for exifr: EXIF data that was already found, or the start of the file. */
const readHeader = async (input: string | Uint8Array): Promise<Uint8Array> => {
  if (typeof input !== 'string') return input;
  const file = await open(input);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

const readTags = async (input: Uint8Array): Promise<ExifTags> => {
  const options = { pick: EXIF_TAGS, reviveValues: false, translateValues: false, gps: true };
  const tags: unknown = await exifr.parse(input, options).catch(() => undefined);
  return isTags(tags) ? tags : {};
};

const positionOf = (tags: ExifTags): Pick<PictureInfo, 'latitude' | 'longitude' | 'country'> => {
  const { latitude, longitude } = tags;
  const isValid =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    // A camera without a GPS fix writes 0, 0.
    (latitude !== 0 || longitude !== 0);
  if (!isValid) return { latitude: null, longitude: null, country: null };
  return { latitude, longitude, country: iso1A2Code([longitude, latitude], { level: 'territory' }) };
};

const cameraOf = (tags: ExifTags): string | null => {
  const make = textOf(tags['Make']);
  const model = textOf(tags['Model']);
  if (make === null || model === null) return model ?? make;
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
};

/** A thumbhash in base64. Needs decoding, which takes much longer than {@link readPictureInfo}. */
export const thumbHash = async (input: string | Uint8Array, limitInputPixels: number): Promise<string> => {
  const options = { limitInputPixels, sequentialRead: true, pages: 1 };
  const { data, info } = await withPicture(input, options, (picture) =>
    picture
      .autoOrient()
      .resize({ width: MAX_THUMBHASH_PX, height: MAX_THUMBHASH_PX, fit: 'inside' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
};

/** What is known of a picture before its EXIF data is read. */
interface PictureFrame {
  readonly width: number;
  readonly height: number;
  /** The EXIF data as a TIFF file; null if exifr has to search for it. */
  readonly exif: Uint8Array | null;
  readonly isSphere: boolean;
  /** Whether `width` and `height` are those of the stored pixels, before rotation. */
  readonly isStored: boolean;
}

const NO_EXIF = new Uint8Array();

/** Reads the frame from the header of most pictures; sharp handles the others. */
const readFrame = async (
  input: string | Uint8Array,
  header: Uint8Array | null,
  limitInputPixels: number,
): Promise<PictureFrame | null> => {
  const known = header === null ? null : parseJpegHeader(header);
  if (known !== null && known.width * known.height <= limitInputPixels)
    return { ...known, exif: known.exif ?? NO_EXIF, isStored: true };
  const preview = readRawPreview(input);
  if (preview !== null)
    return { width: preview.width, height: preview.height, exif: null, isSphere: false, isStored: true };
  const meta = await sharp(input, { limitInputPixels })
    .metadata()
    .catch(() => null);
  if (meta === null) return null;
  const { exif, xmp, autoOrient } = meta;
  // The EXIF data from sharp has a prefix of six bytes before the TIFF data.
  const tiff = exif === undefined ? null : exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0);
  return { ...autoOrient, exif: tiff, isSphere: xmp?.includes('GPano') === true, isStored: false };
};

/** EXIF orientations from this value on include a quarter turn (tag 0x0112). */
const FIRST_QUARTER_TURN = 5;

/**
 * Reads picture metadata from a path or bytes, and the header if it was read already. Files that cannot be decoded,
 * such as most raw files, still have metadata.
 */
export const readPictureInfo = async (
  input: string | Uint8Array,
  limitInputPixels: number,
  header: Uint8Array | null = typeof input === 'string' ? null : input,
): Promise<PictureInfo> => {
  const frame = await readFrame(input, header, limitInputPixels);
  const exif = frame?.exif ?? header ?? (await readHeader(input));
  const tags = exif === NO_EXIF ? {} : await readTags(exif);
  if (frame === null && Object.keys(tags).length === 0) throw new Error('no picture');
  const { width: storedWidth = 0, height: storedHeight = 0, isStored = false, isSphere = false } = frame ?? {};
  const isRotated = isStored && (numberOf(tags['Orientation']) ?? 1) >= FIRST_QUARTER_TURN;
  const [width, height] = isRotated ? [storedHeight, storedWidth] : [storedWidth, storedHeight];
  return {
    width,
    height,
    taken: textOf(tags['DateTimeOriginal']) ?? textOf(tags['CreateDate']),
    zone: textOf(tags['OffsetTimeOriginal']) ?? textOf(tags['OffsetTime']),
    camera: cameraOf(tags),
    lens: textOf(tags['LensModel']),
    exposure: numberOf(tags['ExposureTime']),
    aperture: numberOf(tags['FNumber']),
    iso: numberOf(tags['ISO']),
    focal: numberOf(tags['FocalLength']),
    ...positionOf(tags),
    isPanorama: (height > 0 && width / height >= 2.5 && width >= 2400) || isSphere,
  };
};
