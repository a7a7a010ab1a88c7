/** A box id: 4 to 64 letters, digits, hyphens or underscores. It becomes part of addresses and host names. */
export const isBoxId = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{3,63}$/.test(text);
