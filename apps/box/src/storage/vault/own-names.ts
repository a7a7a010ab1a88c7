/**
 * Prefix of the box's own names on every volume (part files, temporary names). They are never listed and cannot be
 * addressed.
 */
export const BOX_FILE_PREFIX = '.boxwood';

/**
 * Ignores case, because the file system of a memory stick may ignore it too. This module imports nothing, for worker
 * threads.
 */
export const isOwnName = (name: string): boolean =>
  name.startsWith('.') && name.toLowerCase().startsWith(BOX_FILE_PREFIX);
