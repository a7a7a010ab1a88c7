/**
 * Natural name order (FILES-44, G-14): letters ignoring case, numbers by value, Han characters by their pinyin
 * syllable, sorted together with the Latin letters. The box computes the key once and sends it as `k`; a client
 * compares keys and computes one only for names that did not come from the box.
 */
import { SYLLABLES } from './pinyin-syllables.ts';

/** Text order by code point, the order in which the box's database compares. (`<` on strings goes by UTF-16 code unit.) */
export const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x === y) continue;
    // Surrogates encode code points above every other code unit.
    const [high, low] = [x >= 0xd800 && x <= 0xdfff, y >= 0xd800 && y <= 0xdfff];
    return high === low ? x - y : high ? 1 : -1;
  }
  return a.length - b.length;
};

/** The number of digits as text that sorts like the number: one digit up to 8, then 9 and three digits. */
const digitCountKey = (digits: number): string =>
  digits <= 8 ? String(digits) : `9${String(Math.min(digits, 999)).padStart(3, '0')}`;

const numberKey = (digits: string): string => {
  const value = digits.replace(/^0+(?=.)/, '');
  return digitCountKey(value.length) + value;
};

/**
 * The sort key of a name: a number starts with its number of digits, a syllable ends with a space, so that xi an sorts
 * before xian. `syllableOf` returns the reading of a character (no tone), undefined for characters without a syllable.
 */
export const naturalKey = (name: string, syllableOf: (character: string) => string | undefined = pinyinOf): string =>
  name
    .toLowerCase()
    .replaceAll(/[0-9]+/g, numberKey)
    .replaceAll(/\p{Script=Han}/gu, (character) => {
      const pinyin = syllableOf(character);
      return pinyin === undefined ? character : `${pinyin} `;
    });

let collator: Intl.Collator | undefined;
/** Cache: names repeat a few thousand characters, so each is looked up once. */
const syllableCache = new Map<string, string>();

/**
 * The reading of a Han character, without its tone. Found by a binary search of the platform's pinyin collation among
 * the first characters of all syllables, so no dictionary has to be shipped. Characters with several readings get the
 * most common one.
 */
export function pinyinOf(character: string): string | undefined {
  if (!/^\p{Unified_Ideograph}$/u.test(character)) return undefined;
  const cached = syllableCache.get(character);
  if (cached !== undefined) return cached;
  collator ??= new Intl.Collator('zh-Hans-u-co-pinyin');
  let low = 0;
  let high = SYLLABLES.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (collator.compare(SYLLABLES[middle]?.[0] ?? '', character) <= 0) low = middle;
    else high = middle - 1;
  }
  const pinyin = SYLLABLES[low]?.[1];
  if (pinyin !== undefined) syllableCache.set(character, pinyin);
  return pinyin;
}

/** A row that can be sorted: its name, and its key when the box sent one. */
export interface SortableRow {
  readonly k?: string | undefined;
  readonly n: string;
}

/** Orders by key, then by name. */
export const compareKeys = (a: SortableRow, b: SortableRow): number =>
  compareText(a.k ?? naturalKey(a.n), b.k ?? naturalKey(b.n)) || compareText(a.n, b.n);

/** Compares two names that have no key yet. For long lists compute the keys once instead. */
export const compareNames = (a: string, b: string): number => compareKeys({ n: a }, { n: b });
