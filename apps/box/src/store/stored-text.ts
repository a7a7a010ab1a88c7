/**
 * Text as SQLite keeps it. A name from a disk may hold lone surrogates (bytes that are no UTF-8, see `vault/names.ts`); UTF-8 has no form
 * for them, and SQLite would keep each as U+FFFD, a different name. They stand as two characters instead: the mark, which Unicode promises never to
 * assign, and one of the private range. The mark itself stands doubled, so no text becomes what another one is. Pieces that are joined in SQL
 * (a folder, a slash, a name) read as their whole.
 */
const MARK = '\uFDD0';
/** From the first surrogate (U+D800) to the first private character (U+E000); both ranges have 2048. */
const SHIFT = 0x800;

/** What is written for `text`. */
export const toStored = (text: string): string =>
  text.isWellFormed() && !text.includes(MARK)
    ? text
    : text.replaceAll(/[\uD800-\uDFFF\uFDD0]/gu, (sign) =>
        sign === MARK ? MARK + MARK : MARK + String.fromCharCode(sign.charCodeAt(0) + SHIFT),
      );

/** What was meant by `stored`. */
export const fromStored = (stored: string): string =>
  stored.includes(MARK)
    ? stored.replaceAll(/\uFDD0([\uFDD0\uE000-\uE7FF])/g, (_pair, sign: string) =>
        sign === MARK ? MARK : String.fromCharCode(sign.charCodeAt(0) - SHIFT),
      )
    : stored;
