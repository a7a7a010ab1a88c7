/**
 * Message catalogues (G-72): one table of key, level, English text and Simplified Chinese text. A missing translation,
 * or a translation with different placeholders, does not compile.
 */

/** The languages of the product. */
export const LOCALES = ['en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];

/** How a screen shows a message. */
export type MessageLevel = 'error' | 'warning' | 'info' | 'success';

export interface CatalogueMessage {
  readonly level: MessageLevel;
  readonly en: string;
  readonly zh: string;
}

/** The placeholder names (between braces) in a text. */
export type PlaceholderNames<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}`
  ? Hole | PlaceholderNames<Rest>
  : never;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Complete<C extends Readonly<Record<string, CatalogueMessage>>> = {
  readonly [K in keyof C]: Same<PlaceholderNames<C[K]['en']>, PlaceholderNames<C[K]['zh']>> extends true
    ? CatalogueMessage
    : { readonly zh: `has other placeholders than the English text: ${PlaceholderNames<C[K]['en']>}` };
};

export type Catalogue = Readonly<Record<string, CatalogueMessage>>;

/** Declares a catalogue; both texts of an entry must have the same placeholders. */
export const defineCatalogue = <const C extends Catalogue>(messages: C & Complete<C>): C => messages;

/** The placeholder values of a message. */
export type PlaceholderValues<C extends Catalogue, K extends keyof C> = Readonly<
  Record<PlaceholderNames<C[K]['en']>, string | number>
>;
type PlaceholderArgs<C extends Catalogue, K extends keyof C> = [PlaceholderNames<C[K]['en']>] extends [never]
  ? []
  : [PlaceholderValues<C, K>];

/** A failed verdict whose issue has a message in this catalogue, with the values of its placeholders. */
export type IssueIn<C extends Catalogue> = { [K in keyof C]: { readonly issue: K } & PlaceholderValues<C, K> }[keyof C];

/** Replaces the placeholders of a text. A placeholder without a value stays visible, so that the mistake is noticed. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : placeholder;
  });

/** The text of a message in one language. */
export const formatMessage = (
  message: CatalogueMessage,
  locale: Locale,
  values: Readonly<Record<string, unknown>> = {},
): string => fillPlaceholders(locale === 'zh-CN' ? message.zh : message.en, values);

/** Typed lookup in one catalogue. */
export interface MessageLookup<C extends Catalogue> {
  /** The text of a key; a key with placeholders needs their values. */
  readonly text: <K extends keyof C>(key: K, locale: Locale, ...values: PlaceholderArgs<C, K>) => string;
  /** The text of a failed verdict. */
  readonly issueText: (verdict: IssueIn<C>, locale: Locale) => string;
  /** The level of a message. */
  readonly levelOf: (key: keyof C) => MessageLevel;
}

/**
 * Creates the lookup functions of a catalogue. A key outside the types (plain JavaScript) is returned as its own text.
 */
export const createMessageLookup = <C extends Catalogue>(catalogue: C): MessageLookup<C> => {
  const messageOf = (key: keyof C): CatalogueMessage =>
    catalogue[key] ?? { level: 'error', en: String(key), zh: String(key) };
  return {
    text: (key, locale, ...values) => formatMessage(messageOf(key), locale, values[0]),
    issueText: (verdict, locale) => formatMessage(messageOf(verdict.issue), locale, verdict),
    levelOf: (key) => messageOf(key).level,
  };
};
