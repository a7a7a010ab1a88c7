import { ARCHIVE_EXTENSIONS, isCompressedTar } from '@boxwood/box-sdk/rules';

/** Archive formats that the box can create (ARCHIVE-01). */
export type PackFormat = 'zip' | 'tar' | 'tar.gz';

export const isExtractable = (name: string): boolean =>
  isCompressedTar(name) || ARCHIVE_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(`.${extension}`));

export function packFormatOf(name: string): PackFormat | null {
  if (/.\.tar\.gz$/i.test(name)) return 'tar.gz';
  if (/.\.tar$/i.test(name)) return 'tar';
  return /.\.zip$/i.test(name) ? 'zip' : null;
}

/** Supported types by their 7zz names. 7zz also opens disk images and programs, which the box does not offer. */
const ARCHIVE_TYPES = new Set(['zip', '7z', 'Rar', 'Rar5', 'tar', 'gzip', 'bzip2', 'xz', 'zstd', 'Iso', 'Udf']);
const STREAM_TYPES = new Set(['gzip', 'bzip2', 'xz', 'zstd']);

export const isKnownType = (type: string): boolean => ARCHIVE_TYPES.has(type);

/** Types that contain one unnamed stream. */
export const isStream = (type: string): boolean => STREAM_TYPES.has(type);

// prettier-ignore
const SIGNATURES: readonly (readonly [offset: number, bytes: string])[] = [
  [0, '504b0304'], [0, '504b0506'], [0, '52617221'], [0, '377abcaf271c'], [0, '1f8b'],
  [0, 'fd377a585a00'], [0, '425a68'], [0, '28b52ffd'], [257, '7573746172'],
];

/**
 * Whether a file starts like an archive. If it cannot be opened, it is reported as damaged and not as a wrong format.
 */
export const hasArchiveSignature = (start: Buffer): boolean =>
  SIGNATURES.some(([offset, bytes]) => start.subarray(offset, offset + bytes.length / 2).toString('hex') === bytes);

const COMPRESSED_FILE =
  /\.(jpe?g|png|gif|webp|heic|heif|avif|mp4|m4v|mkv|mov|avi|webm|mp3|m4a|aac|ogg|opus|flac|zip|7z|rar|gz|xz|bz2|zst|jar|docx|xlsx|pptx|hyencrypt_v[23])$/i;

/** Whether a file is compressed already, so that compressing it again gains nothing. */
export const isCompressedFile = (name: string): boolean => COMPRESSED_FILE.test(name);
