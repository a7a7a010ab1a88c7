/** Pixels across and down of what the classifier looks at. */
export const SIDE = 512;
