import { readsAsChinese } from '@boxwood/box-sdk/rules';
import { MAX_NAME_BYTES } from '../vault/names.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const gb18030 = new TextDecoder('gb18030', { fatal: true, ignoreBOM: true });

/** Letters of code page 437 from 0x80 on; a blank is a sign that no name is written with. */
const DOS = `ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ     áíóúñÑªº¿    ¡«»${' '.repeat(0x31)}ß`;

const decoded = (decoder: TextDecoder, bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
};

const asChinese = (bytes: Uint8Array): string | null => (readsAsChinese(bytes) ? decoded(gb18030, bytes) : null);

/** Code page 437, which a zip without a mark means by its specification (APPNOTE, appendix D). */
const asDos = (bytes: Uint8Array): string | null => {
  const text = Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (DOS[byte - 0x80] ?? ' ')));
  return text.some((sign, at) => sign === ' ' && bytes[at] !== 0x20) ? null : text.join('');
};

/** Whether a text can be the name of one entry. */
const isName = (text: string): boolean =>
  text !== '.' && text !== '..' && !/[/\p{Cc}]/u.test(text) && Buffer.byteLength(text) <= MAX_NAME_BYTES;

/**
 * The name that bytes in an archive meant which are not UTF-8, by what they look like: archives do not say. 7-Zip leaves them as they are
 * and its option for a code page does nothing on Linux. Null when they are UTF-8, when nobody knows, or when the text would be no name.
 *
 * @param zip code page 437 comes into question
 */
export const readableName = (bytes: Uint8Array, zip: boolean): string | null => {
  if (decoded(utf8, bytes) !== null) return null;
  const text = asChinese(bytes) ?? (zip ? asDos(bytes) : null);
  return text !== null && isName(text) ? text : null;
};
