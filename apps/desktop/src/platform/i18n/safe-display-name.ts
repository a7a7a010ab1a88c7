// Direction overrides, embeddings, isolates and marks: "photo\\u202Egpj.exe" would be displayed as "photoexe.jpg".
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name that is safe to display: characters that change the text direction are replaced by U+FFFD, so that a file
 * extension cannot be disguised.
 */
export const safeDisplayName = (name: string): string => name.replaceAll(DIRECTION_MARKS, '\uFFFD');
