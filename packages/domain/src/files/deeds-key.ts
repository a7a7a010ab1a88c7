/** Where the browser keeps what Ctrl+Z takes back for a person; it ends when they sign out. Apart, because the sign-in page needs no more of it. */
export const deedsKey = (username: string): string => `${username}_deeds`;
