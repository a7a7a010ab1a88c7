import { FIRST_OWN, idOf, KINDS, type ThingKind } from './kinds.ts';

/** A kind of the owner's classifier. One that the box knows anyway has its number. */
export type OwnKind = ThingKind & { readonly number: number };

/** What a classifier of the owner tells apart. */
export interface OwnLabels {
  /** Each once, in the order of their first line. */
  readonly kinds: readonly OwnKind[];
  /** The number of the kind of each line: as many as the model has outputs. */
  readonly numbers: readonly number[];
}

/** Most lines, and letters of a name. */
export const MOST_LABELS = 5000;
const LONGEST = 64;

/** Whatever breaks lines, hides, or turns the direction of reading. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;
/** As lists of ImageNet have it before each name. */
const SYNSET = /^n\d{8}\s+/;

/**
 * Reads `labels.txt`: a kind a line in the order of the model's outputs, in English, and after a tab in Chinese if somebody knows it. Of several names with
 * commas between them the first counts.
 *
 * @returns undefined when it is no such list
 */
export const readLabels = (text: string): OwnLabels | undefined => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length < 2 || lines.length > MOST_LABELS) return undefined;
  const built = new Map(KINDS.map((kind, number) => [kind.id, { ...kind, number }]));
  const own = new Map<string, OwnKind>();
  const numbers: number[] = [];
  for (const [at, line] of lines.entries()) {
    const [names = '', chinese = ''] = line.split('\t').map((part) => part.trim());
    const english = names.replace(SYNSET, '').split(',')[0]?.trim() ?? '';
    const other = chinese === '' ? english : chinese;
    if (![english, other].every((name) => name !== '' && name.length <= LONGEST && !UNSEEN.test(name)))
      return undefined;
    const id = idOf(english);
    const kind = own.get(id) ?? built.get(id) ?? { id, english, chinese: other, number: FIRST_OWN + at };
    own.set(id, kind);
    numbers.push(kind.number);
  }
  return { kinds: [...own.values()], numbers };
};
