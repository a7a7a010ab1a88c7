/**
 * Storage key of a user's undo entries, which are deleted at sign-out. Separate module, because the sign-in page needs
 * only this.
 */
export const undoStorageKey = (username: string): string => `${username}_deeds`;
