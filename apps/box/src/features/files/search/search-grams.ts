/**
 * N-grams for name search: every single character, pair and triple of a text, its words, and the first characters of
 * longer words. A text can only contain a string if it has all grams of {@link queryGrams}; the match itself must still
 * be checked. Case is ignored.
 *
 * Trigrams alone are not enough: Chinese words have two characters, and a number of seven digits shares its trigrams
 * with other numbers, while as a word it is nearly unique.
 */

/** Range of Chinese, Japanese and Korean characters, which have no case. */
const FIRST_CASELESS_CODE = 0x2e80;
const LAST_CASELESS_CODE = 0xa63f;
/** Dotless i: its upper case form would become another letter. */
const DOTLESS_I_CODE = 0x131;

const foldChar = (char: string): string => {
  const code = char.charCodeAt(0);
  if (code < 128) return char.toLowerCase();
  if ((code >= FIRST_CASELESS_CODE && code <= LAST_CASELESS_CODE) || code === DOTLESS_I_CODE) return char;
  const upper = char.toUpperCase();
  const from = upper.length === char.length ? upper : char;
  const lower = from.toLowerCase();
  return lower.length === char.length ? lower : from;
};

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
};

/** Folds case per character. Texts that fold alike are equal for the search. */
export const foldCase = (text: string): string => {
  if (isAscii(text)) return text.toLowerCase();
  let folded = '';
  for (const char of text) folded += foldChar(char);
  return folded;
};

/**
 * Words of at least `MIN_WORD_LENGTH` are indexed whole; longer words also by their first `WORD_PREFIX_LENGTH`
 * characters.
 */
const MIN_WORD_LENGTH = 4;
const WORD_PREFIX_LENGTH = 6;
/** Prefixes of word grams, so that they cannot be confused with characters of a name. */
const WHOLE_WORD_TAG = '\uE100';
const WORD_PREFIX_TAG = '\uE101';
const WORD_PATTERN = /[a-z]+|\d+/g;

/**
 * The FTS tokenizer keeps letters, digits and non-ASCII characters together; other characters are mapped into the
 * private use area.
 */
const PRIVATE_USE_BASE = 0xe000;
const toIndexChar = (char: string): string => {
  const code = char.charCodeAt(0);
  const isIndexable = code > 127 || (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return isIndexable ? char : String.fromCharCode(PRIVATE_USE_BASE + code);
};
const toIndexChars = (folded: string): string[] => Array.from(folded, toIndexChar);

/** All grams under which texts are indexed. */
export const indexGrams = (texts: readonly string[]): Set<string> => {
  const grams = new Set<string>();
  for (const text of texts) {
    const folded = foldCase(text);
    const chars = toIndexChars(folded);
    let previous = '';
    let beforePrevious = '';
    for (const char of chars) {
      grams.add(char);
      if (previous !== '') grams.add(previous + char);
      if (beforePrevious !== '') grams.add(beforePrevious + previous + char);
      beforePrevious = previous;
      previous = char;
    }
    for (const [word] of folded.matchAll(WORD_PATTERN)) {
      if (word.length >= MIN_WORD_LENGTH) grams.add(WHOLE_WORD_TAG + word);
      if (word.length > WORD_PREFIX_LENGTH) grams.add(WORD_PREFIX_TAG + word.slice(0, WORD_PREFIX_LENGTH));
    }
  }
  return grams;
};

/** Texts up to this many trigrams are queried with overlapping trigrams, longer ones with adjacent trigrams. */
const MAX_OVERLAPPING_TRIGRAMS = 12;

/** Grams that every text containing `part` must have, the most selective ones first; none for an empty string. */
export const queryGrams = (part: string): string[] => {
  const folded = foldCase(part);
  const chars = toIndexChars(folded);
  if (chars.length < 3) return chars.length === 0 ? [] : [chars.join('')];
  const wordGrams: string[] = [];
  for (const { 0: word, index } of folded.matchAll(WORD_PATTERN)) {
    // The first word may be the end of a longer word, and the last one the start of a longer word.
    if (index === 0) continue;
    if (index + word.length < folded.length && word.length >= MIN_WORD_LENGTH) wordGrams.push(WHOLE_WORD_TAG + word);
    else if (word.length > WORD_PREFIX_LENGTH) wordGrams.push(WORD_PREFIX_TAG + word.slice(0, WORD_PREFIX_LENGTH));
  }
  const last = chars.length - 3;
  const step = last < MAX_OVERLAPPING_TRIGRAMS ? 1 : 3;
  const trigrams: string[] = [];
  for (let at = 0; at < last; at += step) trigrams.push(chars.slice(at, at + 3).join(''));
  return [...wordGrams, ...trigrams, chars.slice(last).join('')];
};
