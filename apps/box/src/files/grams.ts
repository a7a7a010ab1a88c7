/**
 * What a text is found by: every sign of it, every two and three of them in a row, its words of some length and how longer words begin. A text holds another
 * one only if it has all that is asked for {@link gramsFor it}; the other way round it has to be looked at. Letters without case.
 *
 * Three signs alone would not do: Chinese words have two, and a number of seven digits is made of what every other number is made of, while as a
 * word it stands once among a million.
 */

/** Beyond these characters lie those of Chinese, Japanese and Korean, up to the second, which have no case. */
const FIRST_CASELESS = 0x2e80;
const LAST_CASELESS = 0xa63f;
/** The dotless i: written large it would become another letter. */
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

/** A text without case, sign by sign: two that fold alike are the same to a search. */
export const fold = (text: string): string => {
  if (isPlain(text)) return text.toLowerCase();
  let folded = '';
  for (const sign of text) folded += foldOne(sign);
  return folded;
};

/** A word is found as a whole from this length on, and longer ones by so many of their first signs. */
const WORD = 4;
const BEGIN = 6;
/** What takes part in the index as a word, or as the beginning of one, cannot be mistaken for signs of a name. */
const WHOLE_MARK = '\uE100';
const BEGIN_MARK = '\uE101';
const WORDS = /[a-z]+|\d+/g;

/** The index keeps letters, digits and what is not ASCII together; other signs stand as private ones. */
const PRIVATE = 0xe000;
const shown = (sign: string): string => {
  const code = sign.charCodeAt(0);
  const kept = code > 127 || (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return kept ? sign : String.fromCharCode(PRIVATE + code);
};
const signsOf = (folded: string): string[] => Array.from(folded, shown);

/** All that texts are found by. */
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

/** Threes that are asked for one after the other; of longer texts those that lie side by side. */
const CLOSE = 12;

/** What a text that holds `part` has at least, that which tells most first; none for an empty one. */
export const gramsFor = (part: string): string[] => {
  const folded = fold(part);
  const signs = signsOf(folded);
  if (signs.length < 3) return signs.length === 0 ? [] : [signs.join('')];
  const words: string[] = [];
  for (const { 0: word, index } of folded.matchAll(WORDS)) {
    // The first may be the end of a longer word, and the last the beginning of one.
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
