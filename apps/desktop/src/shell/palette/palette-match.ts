import { matchesTyped, pinyinSpellings } from '@boxwood/box-sdk/rules';

/** How well a query matches a text: its letters in order, word starts first; -1 when it does not match. */
export const matchScore = (text: string, query: string): number => {
  const hay = text.toLowerCase();
  const needle = query.trim().toLowerCase();
  if (needle === '') return 0;
  const direct = hay.indexOf(needle);
  if (direct >= 0) return 1000 - direct - (direct === 0 || hay[direct - 1] === ' ' ? 0 : 200);
  let at = -1;
  let points = 400;
  for (const letter of needle.replaceAll(' ', '')) {
    const next = hay.indexOf(letter, at + 1);
    if (next < 0) return -1;
    points -= next - at - 1;
    at = next;
  }
  return points;
};

/** The names by which an item can be found. */
export interface SearchableItem {
  readonly label: string;
  /** Other names of the item, such as its name in the other language. */
  readonly otherNames: readonly string[];
  /** Synonyms used by other products; matched from the start of a word. */
  readonly synonyms?: readonly string[];
}

/** Score of a match by spelling (pinyin), lower than a literal match. */
const spellingScore = (text: string, query: string): number => {
  const needle = query.trim().toLowerCase();
  return Math.max(-1, ...pinyinSpellings(text).map((one) => (one.includes(needle) ? 700 - one.indexOf(needle) : -1)));
};

/** Score of a synonym: lower than a name, higher than scattered letters. */
const SYNONYM_SCORE = 500;
/** Minimum number of letters for a synonym match. */
const MIN_SYNONYM_LETTERS = 2;
const matchesSynonym = ({ synonyms = [] }: SearchableItem, query: string): boolean => {
  const needle = query.trim().toLowerCase();
  if (needle.length < MIN_SYNONYM_LETTERS) return false;
  return synonyms.some((one) =>
    [one.toLowerCase(), ...pinyinSpellings(one)].some((text) => ` ${text}`.includes(` ${needle}`)),
  );
};

/** The matching items, best first; all of them in their original order for an empty query. */
export const matchingItems = <T extends SearchableItem>(items: readonly T[], query: string): readonly T[] => {
  if (query.trim() === '') return items;
  return items
    .map((item, index) => ({
      item,
      index,
      points: Math.max(
        matchesSynonym(item, query) ? SYNONYM_SCORE : -1,
        ...[item.label, ...item.otherNames].map((text) =>
          Math.max(matchScore(text, query), spellingScore(text, query)),
        ),
      ),
    }))
    .filter(({ points }) => points >= 0)
    .sort((a, b) => b.points - a.points || a.index - b.index)
    .map(({ item }) => item);
};

/** Returns true when a name of the item contains the query, literally or by spelling, or when it is a synonym. */
export const matchesName = (item: SearchableItem, query: string): boolean =>
  matchesSynonym(item, query) || [item.label, ...item.otherNames].some((text) => matchesTyped(query.trim(), text));

/** Items shown under one heading. */
export interface PaletteGroup<T> {
  readonly title: string;
  readonly items: readonly T[];
}

/** Groups items: the group of the best item first, the order within each group unchanged. */
export const groupItems = <T extends { readonly group: string }>(items: readonly T[]): readonly PaletteGroup<T>[] =>
  [...Map.groupBy(items, ({ group }) => group)].map(([title, of]) => ({ title, items: of }));
