import { createRequire } from 'node:module';
import type * as Pinyin from 'pinyin-pro';

/**
 * Natural order as text (G-14): comparing two keys as strings compares the names. Letters ignore case, numbers sort by
 * value, Chinese characters by their pinyin syllable without tone, other characters by code point.
 *
 * - a number is its count of digits followed by the digits: `9` becomes `19`, `10` becomes `210`, so that text order is
 * number order
 * - a syllable ends with a space, so that 西安 (xi an) comes before 先 (xian)
 */

const HAN_RUNS = /\p{Script=Han}+/gu;
const DIGITS = /\d+/g;

/** A count of 1 to 8 digits is one digit; longer numbers start with `9` and a count of three digits. */
const numberKey = (digits: string): string => {
  const significant = digits.replace(/^0+(?=\d)/, '');
  const count = significant.length;
  return `${count <= 8 ? String(count) : `9${String(Math.min(count, 999)).padStart(3, '0')}`}${significant}`;
};

/**
 * Limit of the syllable cache. Names in one folder start alike, and the dictionary lookup takes longer than everything
 * else.
 */
const MAX_CACHED_RUNS = 4096;

type SyllableLookup = (run: string) => string;
let syllables: SyllableLookup | undefined;

/** The dictionary takes 28 MB; each thread loads it for the first name that needs it. */
const loadSyllables = (): SyllableLookup => {
  const require = createRequire(import.meta.url);
  const { pinyin } = require('pinyin-pro') as typeof Pinyin;
  const known = new Map<string, string>();
  return (run) => {
    const cached = known.get(run);
    if (cached !== undefined) return cached;
    if (known.size >= MAX_CACHED_RUNS) known.clear();
    const read = pinyin(run, { toneType: 'none', type: 'array', v: true })
      .map((syllable) => `${syllable} `)
      .join('');
    known.set(run, read);
    return read;
  };
};

const HAN_CHARACTER = /\p{Script=Han}/u;
/** First code that can be a Chinese character. Comparing codes takes a tenth of the time of the regular expression. */
const FIRST_HAN_CODE = 0x2e80;
const mayHoldHan = (name: string): boolean => {
  for (let at = 0; at < name.length; at += 1) if (name.charCodeAt(at) >= FIRST_HAN_CODE) return true;
  return false;
};

/** Whether the key of `name` needs the pinyin dictionary. */
export const needsSyllables = (name: string): boolean => mayHoldHan(name) && HAN_CHARACTER.test(name);

/** Cache of the text between numbers with its pinyin: names in one folder differ mostly in their numbers. */
const pinyinCache = new Map<string, string>();
const toPinyin = (part: string): string => {
  const cached = pinyinCache.get(part);
  if (cached !== undefined) return cached;
  if (pinyinCache.size >= MAX_CACHED_RUNS) pinyinCache.clear();
  const pinyin = part.replace(HAN_RUNS, (run) => (syllables ??= loadSyllables())(run));
  pinyinCache.set(part, pinyin);
  return pinyin;
};
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export const naturalKey = (name: string): string => {
  const text = name.toLowerCase();
  if (!mayHoldHan(text)) return text.replace(DIGITS, numberKey);
  let key = '';
  for (let from = 0, to = 0; from < text.length; from = to) {
    const isNumber = isDigit(text.charCodeAt(from));
    do to += 1;
    while (to < text.length && isDigit(text.charCodeAt(to)) === isNumber);
    const part = text.slice(from, to);
    key += isNumber ? numberKey(part) : toPinyin(part);
  }
  return key;
};

/** Longest number that is compared without keys; longer ones are written differently in a key. */
const MAX_COMPARED_DIGITS = 900;
/** Code of the letter in lower case; NaN at the end of the name, -1 where the sort key is needed. */
const lowerCaseCode = (name: string, at: number): number => {
  const code = name.charCodeAt(at);
  return code >= 128 ? -1 : code >= 65 && code <= 90 ? code + 32 : code;
};
/** Range of the significant digits of the number at `at`. */
const digitRangeAt = (name: string, at: number): { readonly from: number; readonly to: number } => {
  let from = at;
  while (name.charCodeAt(from) === 48 && isDigit(name.charCodeAt(from + 1))) from += 1;
  let to = from + 1;
  while (isDigit(name.charCodeAt(to))) to += 1;
  return { from, to };
};

/**
 * Compares two names like their keys, without creating the keys. To find the first few of a hundred thousand names,
 * most names are compared once and differ early.
 */
export const compareNatural = (one: string, other: string): number => {
  let oneAt = 0;
  let otherAt = 0;
  for (;;) {
    const left = lowerCaseCode(one, oneAt);
    const right = lowerCaseCode(other, otherAt);
    if (left === -1 || right === -1) break;
    if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : -1;
    if (Number.isNaN(right)) return 1;
    if (isDigit(left) && isDigit(right)) {
      const oneDigits = digitRangeAt(one, oneAt);
      const otherDigits = digitRangeAt(other, otherAt);
      const digits = oneDigits.to - oneDigits.from;
      if (digits > MAX_COMPARED_DIGITS || otherDigits.to - otherDigits.from > MAX_COMPARED_DIGITS) break;
      if (digits !== otherDigits.to - otherDigits.from) return digits - (otherDigits.to - otherDigits.from);
      for (let digit = 0; digit < digits; digit += 1) {
        const by = one.charCodeAt(oneDigits.from + digit) - other.charCodeAt(otherDigits.from + digit);
        if (by !== 0) return by;
      }
      oneAt = oneDigits.to;
      otherAt = otherDigits.to;
      continue;
    }
    if (left !== right) return left - right;
    oneAt += 1;
    otherAt += 1;
  }
  return compareText(naturalKey(one), naturalKey(other));
};

/**
 * A name in natural order. `natural` is its key, created when a comparison needs it and cached, because some names are
 * compared often.
 */
export interface OrderedName {
  readonly name: string;
  natural: string | undefined;
}

/** The key for names with Chinese characters, which cannot be compared without it; undefined for all others. */
export const naturalKeyIfNeeded = (name: string): string | undefined =>
  needsSyllables(name) ? naturalKey(name) : undefined;

/** The cached key of a name. */
export const cachedNaturalKey = (named: OrderedName): string => (named.natural ??= naturalKey(named.name));

/** Compares two names in natural order. */
export const compareNames = (one: OrderedName, other: OrderedName): number =>
  one.natural === undefined && other.natural === undefined
    ? compareNatural(one.name, other.name)
    : compareText(cachedNaturalKey(one), cachedNaturalKey(other));

/**
 * A name as typed on a Latin keyboard: its pinyin, and on a second line the first letter of each syllable. `家庭
 * 2024.txt` becomes `jiating 2024.txt` and `jt 2024.txt`. Null for a name without Chinese.
 */
export const pinyinVariants = (name: string): string | null => {
  if (!needsSyllables(name)) return null;
  const read = (syllables ??= loadSyllables());
  const toPinyin = (cut: (syllable: string) => string): string =>
    name.toLowerCase().replace(HAN_RUNS, (run) => read(run).trimEnd().split(' ').map(cut).join(''));
  return `${toPinyin((syllable) => syllable)}\n${toPinyin((syllable) => syllable.slice(0, 1))}`;
};

/** The first number of the base name without leading zeros, as text; empty when there is none (order "decimal"). */
export const decimalText = (name: string): string => {
  const dot = name.lastIndexOf('.');
  const found = /\d+/.exec(dot <= 0 ? name : name.slice(0, dot));
  return found === null ? '' : found[0].replace(/^0+(?=\d)/, '');
};

/** {@link decimalText} as a number, NaN when there is none. */
export const decimalValue = (text: string): number => (text === '' ? Number.NaN : Number(text));

/** Compares names by their bytes on the disk, which for valid text is the order of code points. */
export const compareBytes = (a: string, b: string): number => {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === length) return a.length - b.length;
  // A differing low surrogate belongs to the character before it.
  const isLowSurrogate = (text: string) =>
    (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  if (at > 0 && (isLowSurrogate(a) || isLowSurrogate(b))) at -= 1;
  return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
};

/** Text order as JavaScript compares strings; the order of `k`. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
