import { ARCHIVE_EXTENSIONS, isCompressedTar } from '@boxwood/box-sdk/rules';

/** Archives it makes (ARCHIVE-01). */
export type PackFormat = 'zip' | 'tar' | 'tar.gz';

export const isExtractable = (name: string): boolean =>
  isCompressedTar(name) || ARCHIVE_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(`.${extension}`));

export function packFormatOf(name: string): PackFormat | null {
  if (/.\.tar\.gz$/i.test(name)) return 'tar.gz';
  if (/.\.tar$/i.test(name)) return 'tar';
  return /.\.zip$/i.test(name) ? 'zip' : null;
}

/** Types as 7zz names them. It opens disk images and programs too; nobody asked for those. */
const TYPES = new Set(['zip', '7z', 'Rar', 'Rar5', 'tar', 'gzip', 'bzip2', 'xz', 'zstd', 'Iso', 'Udf']);
const STREAMS = new Set(['gzip', 'bzip2', 'xz', 'zstd']);

export const isKnownType = (type: string): boolean => TYPES.has(type);

/** Types that hold one nameless stream. */
export const isStream = (type: string): boolean => STREAMS.has(type);

// prettier-ignore
const MAGICS: readonly (readonly [offset: number, bytes: string])[] = [
  [0, '504b0304'], [0, '504b0506'], [0, '52617221'], [0, '377abcaf271c'], [0, '1f8b'],
  [0, 'fd377a585a00'], [0, '425a68'], [0, '28b52ffd'], [257, '7573746172'],
];

/** Whether a file begins like an archive, so that one which cannot be opened is damaged rather than something else. */
export const looksLikeArchive = (start: Buffer): boolean =>
  MAGICS.some(([offset, bytes]) => start.subarray(offset, offset + bytes.length / 2).toString('hex') === bytes);

const DENSE =
  /\.(jpe?g|png|gif|webp|heic|heif|avif|mp4|m4v|mkv|mov|avi|webm|mp3|m4a|aac|ogg|opus|flac|zip|7z|rar|gz|xz|bz2|zst|jar|docx|xlsx|pptx|hyencrypt_v[23])$/i;

/** Files that are compressed already: packing them again costs time and gains nothing. */
export const isDense = (name: string): boolean => DENSE.test(name);
