/** The fields of a photo that a search compares. */
export interface SearchFields {
  /** Content id. */
  readonly photo: string;
  /** The path that the caller sees. */
  readonly path: string;
  readonly caption: string;
  readonly camera: string;
  readonly country: string;
  /** Id of the place where it was taken, or empty. */
  readonly place: string;
  /** Local wall-clock time in seconds, encoded as if it were UTC. */
  readonly wall: number;
}

/** Matches of a word outside the photo's own fields: ids of places, and contents that show or contain it. */
export interface WordMatches {
  readonly places: ReadonlySet<string>;
  readonly photos: ReadonlySet<string>;
}

const ENGLISH_MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const CHINESE_MONTHS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];
let regionNames: readonly Intl.DisplayNames[] | undefined;
/** Created on the first search, because they load 9 MB of names into memory. */
const getRegionNames = (): readonly Intl.DisplayNames[] =>
  (regionNames ??= ['en', 'zh-CN'].map((language) => new Intl.DisplayNames(language, { type: 'region' })));

const countryNames = (code: string): string =>
  /^[A-Z]{2}$/.test(code)
    ? getRegionNames()
        .map((language) => language.of(code) ?? '')
        .join('\n')
    : '';

type SearchTest = (photo: SearchFields) => boolean;

/** Converts texts to pinyin, by syllables and by initials; empty for a text without Chinese. */
export type SoundsOf = (texts: readonly string[]) => Promise<readonly string[]>;

/** Tests whether photos match a search. */
export interface SearchQuery {
  /** All text of a photo, normalised for comparison. */
  readonly textOf: (photo: SearchFields) => string;
  /** Whether a word may be pinyin. */
  readonly mayBePinyin: boolean;
  /** @param text result of {@link textOf} for the photo @param sounds pinyin of that text, if {@link mayBePinyin} */
  readonly matches: (photo: SearchFields, text: string, sounds: string) => boolean;
}

const yearTest =
  (year: number): SearchTest =>
  ({ wall }) =>
    new Date(wall * 1000).getUTCFullYear() === year;
const monthTest =
  (month: number): SearchTest =>
  ({ wall }) =>
    new Date(wall * 1000).getUTCMonth() === month;

/**
 * A word, or an English date, which is several words with one meaning: `May 1, 2024`, `1st May`, `Wed, May 1, 2024`.
 */
const WORD_OR_DATE =
  /(?<!\S)(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*,? )?(?:(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?) (\d\d?)(?:st|nd|rd|th)?|(\d\d?)(?:st|nd|rd|th)? (jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?))(?:,? ((?:19|20)\d\d))?(?!\S)|\S+/gu;

/**
 * The words of a search, each with the date that it may name. English dates are converted to the form of {@link
 * dayTest}.
 */
const parseWords = (text: string): readonly { readonly word: string; readonly time: string }[] =>
  [...normalizeText(text).replace(/\s+/gu, ' ').matchAll(WORD_OR_DATE)].map(
    ([word, one, after, before, other, year]) => {
      const [name, day] = [one ?? other, after ?? before];
      if (name === undefined || day === undefined) return { word, time: word };
      const month = ENGLISH_MONTHS.findIndex((each) => each.startsWith(name)) + 1;
      return { word, time: `${year === undefined ? '' : `${year}年`}${month}月${day}日` };
    },
  );

/** `2024-05-01`, `2024年5月1日`, and in every year `5月1日`. */
const dayTest = (word: string): SearchTest | null => {
  const found = /^(?:((?:19|20)\d\d)[-年])?(0?[1-9]|1[0-2])[-月](0?[1-9]|[12]\d|3[01])[日号]?$/.exec(word);
  const [, year, month, day] = found ?? [];
  if (found === null || (year === undefined && !/[日号]$/.test(word))) return null;
  return ({ wall }) => {
    const at = new Date(wall * 1000);
    const isDay = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
    return isDay && (year === undefined || at.getUTCFullYear() === Number(year));
  };
};

/**
 * A word that names a time: `2024`, `2024年`, `2024-05`, `May`, `5月`, `五月`, `2024年5月`, or a day as in {@link dayTest}.
 */
const timeTest = (word: string): SearchTest | null => {
  const day = dayTest(word);
  if (day !== null) return day;
  const english = ENGLISH_MONTHS.findIndex((month) => month === word || month.slice(0, 3) === word);
  if (english >= 0) return monthTest(english);
  const date = /^(?:((?:19|20)\d\d)年?)?(?:-?(0?[1-9]|1[0-2]|十[一二]|[一二三四五六七八九十])(月?))?$/.exec(word);
  const [, year, month, sign] = date ?? [];
  if (
    date === null ||
    (year === undefined && sign !== '月') ||
    (month !== undefined && sign === '' && !word.includes('-'))
  )
    return null;
  const at =
    month === undefined ? -1 : CHINESE_MONTHS.includes(month) ? CHINESE_MONTHS.indexOf(month) : Number(month) - 1;
  const tests = [...(year === undefined ? [] : [yearTest(Number(year))]), ...(at < 0 ? [] : [monthTest(at)])];
  return (photo) => tests.every((test) => test(photo));
};

/**
 * Normalises text for comparison. Full-width characters become half-width: print uses one form, keyboards the other.
 */
export const normalizeText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Whether a word may be pinyin. */
export const mayBePinyin = (word: string): boolean => /[a-z]/.test(word);

/**
 * Creates the test of a search. A photo matches if each word occurs in its text, matches its place or content, or names
 * its time.
 */
export const parseSearchQuery = async (
  words: string,
  find: (words: readonly string[]) => Promise<readonly WordMatches[]>,
): Promise<SearchQuery> => {
  const each = parseWords(words);
  const found = await find(each.map(({ word }) => word));
  const terms = each.map(({ word, time }, index) => ({ word, time: timeTest(time), found: found[index] }));
  // Cached, because a library has few cameras and countries.
  const origins = new Map<string, string>();
  const originOf = ({ camera, country }: SearchFields): string => {
    const key = `${camera}\n${country}`;
    const regionNames = origins.get(key) ?? normalizeText(`${camera}\n${countryNames(country)}`);
    origins.set(key, regionNames);
    return regionNames;
  };
  return {
    textOf: (photo) => `${normalizeText(`${photo.path}\n${photo.caption}`)}\n${originOf(photo)}`,
    mayBePinyin: each.some(({ word }) => mayBePinyin(word)),
    matches: (photo, text, sounds) =>
      terms.every(
        ({ word, time, found: wordMatches }) =>
          time?.(photo) === true ||
          text.includes(word) ||
          wordMatches?.places.has(photo.place) === true ||
          wordMatches?.photos.has(photo.photo) === true ||
          (mayBePinyin(word) && sounds.includes(word)),
      ),
  };
};
