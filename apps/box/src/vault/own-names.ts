/** Names that begin so belong to the box on every volume: part files, temporary names. Never listed, never addressed. */
export const OWN_PREFIX = '.boxwood';

/** Case is folded because a memory stick's file system may fold it too. Imports nothing, for worker threads. */
export const isOwnName = (name: string): boolean => name.startsWith('.') && name.toLowerCase().startsWith(OWN_PREFIX);
