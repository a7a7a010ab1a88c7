import { createRequire } from 'node:module';
import type * as Pinyin from 'pinyin-pro';

/**
 * Natural order as text (G-14): comparing two keys as strings compares the names. Letters without case, numbers by value, Chinese
 * characters by their syllable without tone among the letters, other characters by code point.
 *
 * - a number is its count of digits and the digits: `9` is `19`, `10` is `210`, so text order is number order
 * - a syllable ends with a space, so that 西安 (xi an) comes before 先 (xian)
 */

const HAN = /\p{Script=Han}+/gu;
const DIGITS = /\d+/g;

/** 1 to 8 digits are counted by one digit; longer numbers by `9` and three digits. */
const numberKey = (digits: string): string => {
  const significant = digits.replace(/^0+(?=\d)/, '');
  const count = significant.length;
  return `${count <= 8 ? String(count) : `9${String(Math.min(count, 999)).padStart(3, '0')}`}${significant}`;
};

/** Runs of characters whose syllables are remembered: names in one folder begin alike, and to look a run up takes longer than all the rest. */
const MAX_RUNS = 4096;

type Syllables = (run: string) => string;
let syllables: Syllables | undefined;

/** The dictionary takes 28 MB; it is loaded by the first name that needs it, in whichever thread that is. */
const loadSyllables = (): Syllables => {
  const require = createRequire(import.meta.url);
  const { pinyin } = require('pinyin-pro') as typeof Pinyin;
  const known = new Map<string, string>();
  return (run) => {
    const before = known.get(run);
    if (before !== undefined) return before;
    if (known.size >= MAX_RUNS) known.clear();
    const read = pinyin(run, { toneType: 'none', type: 'array', v: true })
      .map((syllable) => `${syllable} `)
      .join('');
    known.set(run, read);
    return read;
  };
};

const HAN_ONE = /\p{Script=Han}/u;
/** Before this one no character is Chinese; to look at codes takes a tenth of the time of the expression. */
const FIRST_HAN = 0x2e80;
const isBeyond = (name: string): boolean => {
  for (let at = 0; at < name.length; at += 1) if (name.charCodeAt(at) >= FIRST_HAN) return true;
  return false;
};

/** Whether the key of `name` needs the syllable dictionary. */
export const needsSyllables = (name: string): boolean => isBeyond(name) && HAN_ONE.test(name);

/** What stands between numbers, and how it is spelled: names in one folder differ in their numbers most of all. */
const spelledParts = new Map<string, string>();
const spelled = (part: string): string => {
  const before = spelledParts.get(part);
  if (before !== undefined) return before;
  if (spelledParts.size >= MAX_RUNS) spelledParts.clear();
  const made = part.replace(HAN, (run) => (syllables ??= loadSyllables())(run));
  spelledParts.set(part, made);
  return made;
};
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The sort key `k` of a name. */
export const naturalKey = (name: string): string => {
  const text = name.toLowerCase();
  if (!isBeyond(text)) return text.replace(DIGITS, numberKey);
  let key = '';
  for (let from = 0, to = 0; from < text.length; from = to) {
    const isNumber = isDigit(text.charCodeAt(from));
    do to += 1;
    while (to < text.length && isDigit(text.charCodeAt(to)) === isNumber);
    const part = text.slice(from, to);
    key += isNumber ? numberKey(part) : spelled(part);
  }
  return key;
};

/** ASCII alone is compared here; digits beyond this count are written otherwise in a key. */
const MAX_DIGITS = 900;
/** Code of the letter without case, NaN at the end, -1 where only the key knows. */
const plainCode = (name: string, at: number): number => {
  const code = name.charCodeAt(at);
  return code >= 128 ? -1 : code >= 65 && code <= 90 ? code + 32 : code;
};
/** Where the digits from `at` on begin to count, and where they end. */
const numberAt = (name: string, at: number): { readonly from: number; readonly to: number } => {
  let from = at;
  while (name.charCodeAt(from) === 48 && isDigit(name.charCodeAt(from + 1))) from += 1;
  let to = from + 1;
  while (isDigit(name.charCodeAt(to))) to += 1;
  return { from, to };
};

/**
 * The order of two keys without making them: to find the first few of a hundred thousand names most are looked at once, and differ early from what they
 * are compared with.
 */
export const compareNatural = (one: string, other: string): number => {
  let at = 0;
  let beside = 0;
  for (;;) {
    const left = plainCode(one, at);
    const right = plainCode(other, beside);
    if (left === -1 || right === -1) break;
    if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : -1;
    if (Number.isNaN(right)) return 1;
    if (isDigit(left) && isDigit(right)) {
      const mine = numberAt(one, at);
      const theirs = numberAt(other, beside);
      const digits = mine.to - mine.from;
      if (digits > MAX_DIGITS || theirs.to - theirs.from > MAX_DIGITS) break;
      if (digits !== theirs.to - theirs.from) return digits - (theirs.to - theirs.from);
      for (let digit = 0; digit < digits; digit += 1) {
        const by = one.charCodeAt(mine.from + digit) - other.charCodeAt(theirs.from + digit);
        if (by !== 0) return by;
      }
      at = mine.to;
      beside = theirs.to;
      continue;
    }
    if (left !== right) return left - right;
    at += 1;
    beside += 1;
  }
  return compareText(naturalKey(one), naturalKey(other));
};

/** A name in the natural order. `natural` is its key, made where comparing needs it and kept: whoever looks for the first few of many compares each often. */
export interface OrderedName {
  readonly name: string;
  natural: string | undefined;
}

/** Names with Chinese cannot be compared without their keys, others are found without. */
export const naturalNeeded = (name: string): string | undefined =>
  needsSyllables(name) ? naturalKey(name) : undefined;

/** The key of a name, made once. */
export const naturalOf = (named: OrderedName): string => (named.natural ??= naturalKey(named.name));

/** The natural order of two names. */
export const compareNames = (one: OrderedName, other: OrderedName): number =>
  one.natural === undefined && other.natural === undefined
    ? compareNatural(one.name, other.name)
    : compareText(naturalOf(one), naturalOf(other));

/**
 * A name as somebody types it who writes no Chinese: with the syllables of its characters, and in a second line with the first letter of each;
 * `家庭 2024.txt` is `jiating 2024.txt` and `jt 2024.txt`. Null for one without Chinese.
 */
export const soundsOf = (name: string): string | null => {
  if (!needsSyllables(name)) return null;
  const read = (syllables ??= loadSyllables());
  const spelled = (cut: (syllable: string) => string): string =>
    name.toLowerCase().replace(HAN, (run) => read(run).trimEnd().split(' ').map(cut).join(''));
  return `${spelled((syllable) => syllable)}\n${spelled((syllable) => syllable.slice(0, 1))}`;
};

/** The first number of the base name without leading zeros, as text; empty when there is none (order "decimal"). */
export const decimalText = (name: string): string => {
  const dot = name.lastIndexOf('.');
  const found = /\d+/.exec(dot <= 0 ? name : name.slice(0, dot));
  return found === null ? '' : found[0].replace(/^0+(?=\d)/, '');
};

/** {@link decimalText} as a number, NaN when there is none. */
export const decimalValue = (text: string): number => (text === '' ? Number.NaN : Number(text));

/** Orders names by their bytes on the disk, which for text is the order of code points. */
export const compareBytes = (a: string, b: string): number => {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === length) return a.length - b.length;
  // A differing low half belongs to the character before it.
  const low = (text: string) =>
    (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  if (at > 0 && (low(a) || low(b))) at -= 1;
  return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
};

/** Text order as JavaScript compares strings; the order of `k`. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
