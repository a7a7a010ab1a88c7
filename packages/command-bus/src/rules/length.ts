/** Number of characters as people count them on a form: code points, so that a rare Han character counts once. */
export const characters = (text: string): number => Array.from(text).length;
