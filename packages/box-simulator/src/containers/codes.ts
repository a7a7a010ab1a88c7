/** Codes of the app manager, 2 to 14, of which only the names are stated. */
export const APP = { absent: 7, known: 8, noImage: 10, state: 14 } as const;
