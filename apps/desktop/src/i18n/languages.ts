import type { StateStream } from '@boxwood/domain';
import { State } from '@boxwood/domain';
import type { Language } from './language.ts';
import type { Messages, Text, Words } from './define-messages.ts';
import { shownName } from './shown-name.ts';

type Table = Readonly<Record<string, Words>>;
type Values = Readonly<Record<string, unknown>>;

/**
 * `files_one` or `files_other` for `files` with a count; the key itself otherwise. Where a text stands beside its `_other`, it is said of
 * one, in a language that does not tell one from many as well: `Delete “{name}”` beside `Delete {count} items`.
 */
const pluralOf = (table: Table, key: string, count: unknown, rules: Intl.PluralRules): string => {
  if (typeof count !== 'number' || (count === 1 && Object.hasOwn(table, key))) return key;
  const form = `${key}_${rules.select(count) === 'one' ? 'one' : 'other'}`;
  return Object.hasOwn(table, form) ? form : key;
};

/** Both languages group thousands by commas. */
const GROUPED = new Intl.NumberFormat('en');
/** Placeholders that say how many; a number elsewhere is a year, a port, a percentage. */
const QUANTITY = /^(count|total|done)$/;

/** Puts values into the braces of a text, once: a value that looks like a placeholder stays as it is, and turns no reading. */
const fill = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => {
    const value = Object.hasOwn(values, name) && values[name];
    if (typeof value === 'string') return shownName(value);
    if (typeof value !== 'number') return hole;
    return QUANTITY.test(name) ? GROUPED.format(value) : `${value}`;
  });

const RULES: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules('en'),
  'zh-CN': new Intl.PluralRules('zh-CN'),
};

const read = (table: Table, key: string, values: Values, language: Language): string => {
  const form = pluralOf(table, key, values['count'], RULES[language]);
  const words = Object.hasOwn(table, form) && table[form];
  return typeof words === 'object' ? fill(language === 'zh-CN' ? words.zh : words.en, values) : key;
};

/**
 * The language of the page. Texts are looked up, counted and filled here in a few lines: a library for it would be an eighth of the
 * sign-in page, and the types of {@link Messages} already hold both languages to each other.
 */
export class Languages {
  readonly #state: State<Language>;

  constructor(initial: Language) {
    this.#state = new State<Language>(initial);
  }

  /** Follow this to read texts again after a switch. */
  get language$(): StateStream<Language> {
    return this.#state.stream;
  }

  use(language: Language): void {
    this.#state.set(language);
  }

  /** The texts of a part in one language (the current one when none is named). */
  text<C extends Table>(messages: Messages<C>, language = this.#state.value): Text<C> {
    return (key, ...values) => read(messages.table, key, { ...values[0] }, language);
  }

  /** A text whose key is data (words that the domain asks for), with the values that came with it. */
  words(messages: Messages<Table>, key: string, values: Values, language = this.#state.value): string {
    return read(messages.table, key, values, language);
  }
}
