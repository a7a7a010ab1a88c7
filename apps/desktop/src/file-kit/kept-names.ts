/** Where this browser keeps names of files for a person, and what they looked for. They end with the sign-out: nothing of somebody who is out stays here by name. */
export const recentsKey = (user: string): string => `${user}_recently_opened`;
export const searchedKey = (user: string): string => `${user}_recently_searched`;

/** What the name of the database of file handles adds to that of the log. */
export const HANDLES = ':handles';
