/** Codes of the app manager, 2 to 14, for which the specification states only names. */
export const APP = { absent: 7, known: 8, noImage: 10, state: 14 } as const;
