const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/**
 * The largest multiple of the alphabet's size below 256. Bytes at or above it are skipped, because they would favour
 * the first letters.
 */
const UNBIASED_BYTE_LIMIT = 256 - (256 % ALPHABET.length);

/** CONST-73: length of keys and tokens, in characters. */
export const RANDOM_TEXT_LENGTH = 32;

/**
 * Random letters and digits, each equally likely. `fill` writes random bytes into the given array (`(b) =>
 * crypto.getRandomValues(b)` in a browser; the same in Node).
 */
export const randomText = (
  fill: (bytes: Uint8Array<ArrayBuffer>) => void,
  length: number = RANDOM_TEXT_LENGTH,
): string => {
  const bytes = new Uint8Array(length);
  let text = '';
  while (text.length < length) {
    fill(bytes);
    for (const byte of bytes)
      if (byte < UNBIASED_BYTE_LIMIT && text.length < length) text += ALPHABET[byte % ALPHABET.length] ?? '';
  }
  return text;
};
