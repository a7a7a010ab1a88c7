/** The number of characters as users count them in a form: code points, so that a rare Han character counts once. */
export const countCharacters = (text: string): number => Array.from(text).length;
