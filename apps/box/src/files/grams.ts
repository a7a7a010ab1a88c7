/**
 * N-grams for name search: every single character, pair and triple of a text, its words, and the first characters of
 * longer words. A text can only contain a string if it has all grams of {@link queryGrams}; the match itself must still
 * be checked. Case is ignored.
 *
 * Trigrams alone are not enough: Chinese words have two characters, and a number of seven digits shares its trigrams
 * with other numbers, while as a word it is nearly unique.
 */

/** Range of Chinese, Japanese and Korean characters, which have no case. */
const FIRST_CASELESS = 0x2e80;
const LAST_CASELESS = 0xa63f;
/** Dotless i: its upper case form would become another letter. */
const DOTLESS = 0x131;

const foldOne = (sign: string): string => {
  const code = sign.charCodeAt(0);
  if (code < 128) return sign.toLowerCase();
  if ((code >= FIRST_CASELESS && code <= LAST_CASELESS) || code === DOTLESS) return sign;
  const upper = sign.toUpperCase();
  const from = upper.length === sign.length ? upper : sign;
  const lower = from.toLowerCase();
  return lower.length === sign.length ? lower : from;
};

const isPlain = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
};

/** Folds case per character. Texts that fold alike are equal for the search. */
export const fold = (text: string): string => {
  if (isPlain(text)) return text.toLowerCase();
  let folded = '';
  for (const sign of text) folded += foldOne(sign);
  return folded;
};

/**
 * Words of at least `MIN_WORD_LENGTH` are indexed whole; longer words also by their first `WORD_PREFIX_LENGTH`
 * characters.
 */
const WORD = 4;
const BEGIN = 6;
/** Prefixes of word grams, so that they cannot be confused with characters of a name. */
const WHOLE_MARK = '\uE100';
const BEGIN_MARK = '\uE101';
const WORDS = /[a-z]+|\d+/g;

/**
 * The FTS tokenizer keeps letters, digits and non-ASCII characters together; other characters are mapped into the
 * private use area.
 */
const PRIVATE = 0xe000;
const shown = (sign: string): string => {
  const code = sign.charCodeAt(0);
  const kept = code > 127 || (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return kept ? sign : String.fromCharCode(PRIVATE + code);
};
const signsOf = (folded: string): string[] => Array.from(folded, shown);

/** All grams under which texts are indexed. */
export const gramsOf = (texts: readonly string[]): Set<string> => {
  const grams = new Set<string>();
  for (const text of texts) {
    const folded = fold(text);
    const signs = signsOf(folded);
    let before = '';
    let first = '';
    for (const sign of signs) {
      grams.add(sign);
      if (before !== '') grams.add(before + sign);
      if (first !== '') grams.add(first + before + sign);
      first = before;
      before = sign;
    }
    for (const [word] of folded.matchAll(WORDS)) {
      if (word.length >= WORD) grams.add(WHOLE_MARK + word);
      if (word.length > BEGIN) grams.add(BEGIN_MARK + word.slice(0, BEGIN));
    }
  }
  return grams;
};

/** Texts up to this many trigrams are queried with overlapping trigrams, longer ones with adjacent trigrams. */
const CLOSE = 12;

/** Grams that every text containing `part` must have, the most selective ones first; none for an empty string. */
export const gramsFor = (part: string): string[] => {
  const folded = fold(part);
  const signs = signsOf(folded);
  if (signs.length < 3) return signs.length === 0 ? [] : [signs.join('')];
  const words: string[] = [];
  for (const { 0: word, index } of folded.matchAll(WORDS)) {
    // The first word may be the end of a longer word, and the last one the start of a longer word.
    if (index === 0) continue;
    if (index + word.length < folded.length && word.length >= WORD) words.push(WHOLE_MARK + word);
    else if (word.length > BEGIN) words.push(BEGIN_MARK + word.slice(0, BEGIN));
  }
  const last = signs.length - 3;
  const step = last < CLOSE ? 1 : 3;
  const threes: string[] = [];
  for (let at = 0; at < last; at += step) threes.push(signs.slice(at, at + 3).join(''));
  return [...words, ...threes, signs.slice(last).join('')];
};
