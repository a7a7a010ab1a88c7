/**
 * Message catalogues (G-72): one table of key, level, English text and Simplified Chinese text. A missing translation,
 * or a translation with different placeholders, does not compile.
 */

/** The languages of the product. */
export const LOCALES = ['en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];

/** How a screen shows a message. */
export type Level = 'error' | 'warning' | 'info' | 'success';

export interface Message {
  readonly level: Level;
  readonly en: string;
  readonly zh: string;
}

/** The placeholder names (between braces) in a text. */
export type Holes<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Complete<C extends Readonly<Record<string, Message>>> = {
  readonly [K in keyof C]: Same<Holes<C[K]['en']>, Holes<C[K]['zh']>> extends true
    ? Message
    : { readonly zh: `has other placeholders than the English text: ${Holes<C[K]['en']>}` };
};

export type Catalogue = Readonly<Record<string, Message>>;

/** Declares a catalogue; both texts of an entry must have the same placeholders. */
export const defineCatalogue = <const C extends Catalogue>(messages: C & Complete<C>): C => messages;

/** The placeholder values of a message. */
export type HolesOf<C extends Catalogue, K extends keyof C> = Readonly<Record<Holes<C[K]['en']>, string | number>>;
type Values<C extends Catalogue, K extends keyof C> = [Holes<C[K]['en']>] extends [never] ? [] : [HolesOf<C, K>];

/** A failed verdict whose issue has a message in this catalogue, with the values of its placeholders. */
export type IssueIn<C extends Catalogue> = { [K in keyof C]: { readonly issue: K } & HolesOf<C, K> }[keyof C];

/** Replaces the placeholders of a text. A placeholder without a value stays visible, so that the mistake is noticed. */
export const fill = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : hole;
  });

/** The text of a message in one language. */
export const wordsIn = (message: Message, locale: Locale, values: Readonly<Record<string, unknown>> = {}): string =>
  fill(locale === 'zh-CN' ? message.zh : message.en, values);

/** Typed lookup in one catalogue. */
export interface Texts<C extends Catalogue> {
  /** The text of a key; a key with placeholders needs their values. */
  readonly text: <K extends keyof C>(key: K, locale: Locale, ...values: Values<C, K>) => string;
  /** The text of a failed verdict. */
  readonly issueText: (verdict: IssueIn<C>, locale: Locale) => string;
  /** The level of a message. */
  readonly levelOf: (key: keyof C) => Level;
}

/**
 * Creates the lookup functions of a catalogue. A key outside the types (plain JavaScript) is returned as its own text.
 */
export const textsOf = <C extends Catalogue>(catalogue: C): Texts<C> => {
  const messageOf = (key: keyof C): Message => catalogue[key] ?? { level: 'error', en: String(key), zh: String(key) };
  return {
    text: (key, locale, ...values) => wordsIn(messageOf(key), locale, values[0]),
    issueText: (verdict, locale) => wordsIn(messageOf(verdict.issue), locale, verdict),
    levelOf: (key) => messageOf(key).level,
  };
};
