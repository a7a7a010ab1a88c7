import { diskByteLength, fromDisk, isReversibleName, MAX_NAME_BYTES } from './disk-names.ts';
import { GEN, Refusal } from './refusal.ts';

/** Longest accepted wire path, in bytes (the limit of Linux). The SDK has a stricter rule for typed paths. */
export const MAX_PATH_BYTES = 4096;

/** Whether `segment` can be the name of an entry. */
export const isEntryName = (segment: string): boolean =>
  segment !== '' &&
  segment !== '.' &&
  segment !== '..' &&
  !segment.includes('/') &&
  !segment.includes('\0') &&
  isReversibleName(segment) &&
  diskByteLength(segment) <= MAX_NAME_BYTES;

/**
 * Splits a wire path. It must be absolute and normalised: no empty, `.` or `..` segment, no trailing slash, no NUL.
 * Nothing is repaired, so that the checked path is the one used. @throws Refusal 5 for an unsafe path, 15 for one that
 * is too long
 */
export const parseWirePath = (path: string): readonly string[] => {
  if (!path.startsWith('/') || path.includes('\0')) throw new Refusal(GEN.unsafe, 'path');
  if (path === '/') return [];
  const segments = path.slice(1).split('/');
  for (const segment of segments) {
    if (segment === '' || segment === '.' || segment === '..' || !isReversibleName(segment))
      throw new Refusal(GEN.unsafe, 'path');
    if (diskByteLength(segment) > MAX_NAME_BYTES) throw new Refusal(GEN.path, 'name');
  }
  if (diskByteLength(path) > MAX_PATH_BYTES) throw new Refusal(GEN.path, 'path');
  return segments;
};

/**
 * The wire path in a file URL: percent-decoded exactly once (G-10) to bytes, which are then read like a name on the
 * disk. What is still encoded afterwards is part of a name. @throws Refusal 5 when it cannot be decoded
 */
export const decodeUrlPath = (encoded: string): string => {
  const path = decodeUrlText(encoded);
  parseWirePath(path);
  return path;
};

/**
 * A part of a URL, percent-decoded once to bytes, which are then read like a name on the disk. @throws Refusal 5 when
 * it cannot be decoded
 */
export const decodeUrlText = (encoded: string): string => {
  if (/%(?![0-9A-Fa-f]{2})/.test(encoded)) throw new Refusal(GEN.unsafe, 'path');
  const parts = encoded.split(/((?:%..)+)/);
  const bytes = parts.map((part, index) =>
    index % 2 === 1 ? Buffer.from(part.replaceAll('%', ''), 'hex') : Buffer.from(part),
  );
  return fromDisk(Buffer.concat(bytes));
};

/** A wire path from its segments. */
export const joinWirePath = (segments: readonly string[]): string => `/${segments.join('/')}`;
