/**
 * Settings keys for recently opened files and recent searches of a user. They are deleted at sign-out, so no file names
 * of a signed-out user stay on this device.
 */
export const recentFilesKey = (user: string): string => `${user}_recently_opened`;
export const recentSearchesKey = (user: string): string => `${user}_recently_searched`;

/** Suffix that distinguishes the file handle database from the log database. */
export const HANDLES_SUFFIX = ':handles';
