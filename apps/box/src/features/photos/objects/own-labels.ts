import { FIRST_OWN_KIND, kindIdOf, BUILT_IN_KINDS, type ObjectKind } from './object-kinds.ts';

/** A kind of the owner's classifier. A kind that is also built in has the built-in number. */
export type OwnKind = ObjectKind & { readonly number: number };

/** The labels of the owner's classifier. */
export interface OwnLabels {
  /** Each kind once, in the order of its first line. */
  readonly kinds: readonly OwnKind[];
  /** The kind number of each line, one per output of the model. */
  readonly numbers: readonly number[];
}

/** Maximum number of lines, and maximum length of a name. */
export const MAX_LABELS = 5000;
const MAX_LABEL_LENGTH = 64;

/** Control, format and line separator characters, which hide or reorder text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;
/** The prefix of names in ImageNet lists. */
const SYNSET_PREFIX = /^n\d{8}\s+/;

/**
 * Parses `labels.txt`: one kind per line in the order of the model's outputs, in English, optionally followed by a tab
 * and the Chinese name. Of several comma-separated names the first counts.
 *
 * @returns undefined if the text is not a valid list
 */
export const parseLabels = (text: string): OwnLabels | undefined => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length < 2 || lines.length > MAX_LABELS) return undefined;
  const built = new Map(BUILT_IN_KINDS.map((kind, number) => [kind.id, { ...kind, number }]));
  const own = new Map<string, OwnKind>();
  const numbers: number[] = [];
  for (const [index, line] of lines.entries()) {
    const [names = '', chinese = ''] = line.split('\t').map((part) => part.trim());
    const english = names.replace(SYNSET_PREFIX, '').split(',')[0]?.trim() ?? '';
    const other = chinese === '' ? english : chinese;
    if (![english, other].every((name) => name !== '' && name.length <= MAX_LABEL_LENGTH && !UNPRINTABLE.test(name)))
      return undefined;
    const id = kindIdOf(english);
    const kind = own.get(id) ?? built.get(id) ?? { id, english, chinese: other, number: FIRST_OWN_KIND + index };
    own.set(id, kind);
    numbers.push(kind.number);
  }
  return { kinds: [...own.values()], numbers };
};
