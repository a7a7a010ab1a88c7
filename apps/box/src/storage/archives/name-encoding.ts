import { isLikelyChinese } from '@boxwood/box-sdk/rules';
import { MAX_NAME_BYTES } from '../vault/disk-names.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const gb18030 = new TextDecoder('gb18030', { fatal: true, ignoreBOM: true });

/** Characters of code page 437 from 0x80. A space stands for a character that does not occur in names. */
const CODE_PAGE_437 = `ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ     áíóúñÑªº¿    ¡«»${' '.repeat(0x31)}ß`;

const decoded = (decoder: TextDecoder, bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
};

const asChinese = (bytes: Uint8Array): string | null => (isLikelyChinese(bytes) ? decoded(gb18030, bytes) : null);

/** Decodes code page 437, the default encoding of ZIP names without the UTF-8 flag (APPNOTE, appendix D). */
const asCodePage437 = (bytes: Uint8Array): string | null => {
  const text = Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (CODE_PAGE_437[byte - 0x80] ?? ' '),
  );
  return text.some((character, index) => character === ' ' && bytes[index] !== 0x20) ? null : text.join('');
};

/** Whether a text can be the name of one entry. */
const isName = (text: string): boolean =>
  text !== '.' && text !== '..' && !/[/\p{Cc}]/u.test(text) && Buffer.byteLength(text) <= MAX_NAME_BYTES;

/**
 * Guesses the text of an archive name that is not UTF-8, because archives do not state the encoding. 7-Zip leaves such
 * names unchanged, and its code page option has no effect on Linux. Null for UTF-8, unknown encodings, and invalid
 * names.
 *
 * @param zip whether code page 437 is possible
 */
export const readableName = (bytes: Uint8Array, zip: boolean): string | null => {
  if (decoded(utf8, bytes) !== null) return null;
  const text = asChinese(bytes) ?? (zip ? asCodePage437(bytes) : null);
  return text !== null && isName(text) ? text : null;
};
