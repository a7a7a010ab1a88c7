/**
 * Encodes text for SQLite. A file name may contain lone surrogates (bytes that are not UTF-8, see `storage/vault/disk-names.ts`),
 * which SQLite would store as U+FFFD, a different name. Each is stored as two characters: an escape that Unicode never
 * assigns, and a private-use character. The escape itself is doubled, so the encoding is unique. Strings concatenated
 * in SQL (folder, slash, name) decode as their whole.
 */
const ESCAPE = '\uFDD0';
/** From the first surrogate (U+D800) to the first private-use character (U+E000); both ranges have 2048. */
const SURROGATE_SHIFT = 0x800;

/** Encodes `text` for storage. */
export const toStored = (text: string): string =>
  text.isWellFormed() && !text.includes(ESCAPE)
    ? text
    : text.replaceAll(/[\uD800-\uDFFF\uFDD0]/gu, (sign) =>
        sign === ESCAPE ? ESCAPE + ESCAPE : ESCAPE + String.fromCharCode(sign.charCodeAt(0) + SURROGATE_SHIFT),
      );

/** Decodes `stored`. */
export const fromStored = (stored: string): string =>
  stored.includes(ESCAPE)
    ? stored.replaceAll(/\uFDD0([\uFDD0\uE000-\uE7FF])/g, (_pair, sign: string) =>
        sign === ESCAPE ? ESCAPE : String.fromCharCode(sign.charCodeAt(0) - SURROGATE_SHIFT),
      )
    : stored;
