import { isIn, spellings } from '@boxwood/box-sdk/rules';

/** How well a query fits a text: its letters in order, words' beginnings first; -1 when it does not fit. */
export const score = (text: string, query: string): number => {
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

/** What an entry is found by. */
export interface Findable {
  readonly label: string;
  /** More names it goes by, such as its name in the other language. */
  readonly also: readonly string[];
  /** What people call it who know another one; found from the beginning of a word. */
  readonly synonyms?: readonly string[];
}

/** A name in the spelling of a query counts less than one that is written so. */
const spelled = (text: string, query: string): number => {
  const needle = query.trim().toLowerCase();
  return Math.max(-1, ...spellings(text).map((one) => (one.includes(needle) ? 700 - one.indexOf(needle) : -1)));
};

/** A synonym counts less than a name, and more than scattered letters. */
const SYNONYM = 500;
/** From how many letters on a word begins to mean something. */
const LEAST = 2;
const isSynonym = ({ synonyms = [] }: Findable, query: string): boolean => {
  const needle = query.trim().toLowerCase();
  if (needle.length < LEAST) return false;
  return synonyms.some((one) =>
    [one.toLowerCase(), ...spellings(one)].some((text) => ` ${text}`.includes(` ${needle}`)),
  );
};

/** The entries that fit, best first; all of them in their own order for an empty query. */
export const matching = <T extends Findable>(items: readonly T[], query: string): readonly T[] => {
  if (query.trim() === '') return items;
  return items
    .map((item, index) => ({
      item,
      index,
      points: Math.max(
        isSynonym(item, query) ? SYNONYM : -1,
        ...[item.label, ...item.also].map((text) => Math.max(score(text, query), spelled(text, query))),
      ),
    }))
    .filter(({ points }) => points >= 0)
    .sort((a, b) => b.points - a.points || a.index - b.index)
    .map(({ item }) => item);
};

/** Whether one of its names has the query in it, as it is written or spelled, and not only its letters, or it is a synonym. */
export const isNamed = (item: Findable, query: string): boolean =>
  isSynonym(item, query) || [item.label, ...item.also].some((text) => isIn(query.trim(), text));

/** Entries that stand together. */
export interface Group<T> {
  readonly title: string;
  readonly items: readonly T[];
}

/** Entries by their groups: the group of the best entry first, and in each the order of before. */
export const grouped = <T extends { readonly group: string }>(items: readonly T[]): readonly Group<T>[] =>
  [...Map.groupBy(items, ({ group }) => group)].map(([title, of]) => ({ title, items: of }));
