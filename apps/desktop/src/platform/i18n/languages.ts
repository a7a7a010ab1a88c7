import type { StateStream } from '@boxwood/domain';
import { State } from '@boxwood/domain';
import type { Language } from './language.ts';
import type { Messages, Translator, LocalizedText } from './define-messages.ts';
import { safeDisplayName } from './safe-display-name.ts';

type MessageTable = Readonly<Record<string, LocalizedText>>;
type PlaceholderValues = Readonly<Record<string, unknown>>;

/**
 * The key of the plural form: `files_one` or `files_other` for `files` with a count, otherwise the key itself. If both
 * the plain key and its `_other` form exist, the plain key is used for a count of one, also in languages without plural
 * forms.
 */
const pluralKeyOf = (table: MessageTable, key: string, count: unknown, rules: Intl.PluralRules): string => {
  if (typeof count !== 'number' || (count === 1 && Object.hasOwn(table, key))) return key;
  const form = `${key}_${rules.select(count) === 'one' ? 'one' : 'other'}`;
  return Object.hasOwn(table, form) ? form : key;
};

/** Both languages group thousands with commas. */
const THOUSANDS_FORMAT = new Intl.NumberFormat('en');
/** Placeholders of quantities. Numbers in other placeholders are years, ports or percentages and are not grouped. */
const QUANTITY = /^(count|total|done)$/;

/**
 * Fills the placeholders of a text in one pass: a value that looks like a placeholder is not expanded, and direction
 * marks in it are replaced.
 */
const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) && values[name];
    if (typeof value === 'string') return safeDisplayName(value);
    if (typeof value !== 'number') return placeholder;
    return QUANTITY.test(name) ? THOUSANDS_FORMAT.format(value) : `${value}`;
  });

const PLURAL_RULES: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules('en'),
  'zh-CN': new Intl.PluralRules('zh-CN'),
};

const readText = (table: MessageTable, key: string, values: PlaceholderValues, language: Language): string => {
  const form = pluralKeyOf(table, key, values['count'], PLURAL_RULES[language]);
  const localized = Object.hasOwn(table, form) && table[form];
  return typeof localized === 'object'
    ? fillPlaceholders(language === 'zh-CN' ? localized.zh : localized.en, values)
    : key;
};

/**
 * The language of the page. Lookup, plurals and placeholders take a few lines here; a library would be an eighth of the
 * sign-in page, and the types of {@link Messages} already keep both languages complete.
 */
export class Languages {
  readonly #state: State<Language>;

  constructor(initial: Language) {
    this.#state = new State<Language>(initial);
  }

  /** Emits when the language changes, so that texts are read again. */
  get language$(): StateStream<Language> {
    return this.#state.stream;
  }

  use(language: Language): void {
    this.#state.set(language);
  }

  /** The texts of a catalogue in one language, by default the current one. */
  text<C extends MessageTable>(messages: Messages<C>, language = this.#state.value): Translator<C> {
    return (key, ...values) => readText(messages.table, key, { ...values[0] }, language);
  }

  /** A text whose key is data (a message key from the domain), filled with its values. */
  textByKey(
    messages: Messages<MessageTable>,
    key: string,
    values: PlaceholderValues,
    language = this.#state.value,
  ): string {
    return readText(messages.table, key, values, language);
  }
}
