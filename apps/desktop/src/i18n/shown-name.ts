// Direction overrides, embeddings, isolates and marks: "photo\u202Egpj.exe" would be read as "photoexe.jpg".
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A name as it may be shown: signs that turn the direction of reading stand as U+FFFD, so that nobody is misled about an ending. */
export const shownName = (name: string): string => name.replaceAll(DIRECTIONS, '\uFFFD');
