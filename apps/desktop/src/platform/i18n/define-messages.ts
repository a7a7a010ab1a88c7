/** A text in the two languages of the product. */
export interface LocalizedText {
  readonly en: string;
  readonly zh: string;
}

type Placeholders<T extends string> = T extends `${string}{${infer Placeholder}}${infer Rest}`
  ? Placeholder | Placeholders<Rest>
  : never;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Complete<C extends Readonly<Record<string, LocalizedText>>> = {
  readonly [K in keyof C]: Same<Placeholders<C[K]['en']>, Placeholders<C[K]['zh']>> extends true
    ? LocalizedText
    : { readonly zh: `has other placeholders than the English text: ${Placeholders<C[K]['en']>}` };
};
type Plural = 'one' | 'other';

/** The keys a screen uses: `files_one` and `files_other` are both read as `files` with a `count`. */
export type TextKeyOf<C> = SingularKey<keyof C & string>;
type SingularKey<K extends string> = K extends `${infer Name}_${Plural}` ? Name : K;

type PlaceholdersAt<C extends Readonly<Record<string, LocalizedText>>, K> =
  | (K extends keyof C ? Placeholders<C[K]['en']> : never)
  | (K extends string ? (`${K}_other` extends keyof C ? Placeholders<C[`${K}_other`]['en']> | 'count' : never) : never);
type ValuesAt<C extends Readonly<Record<string, LocalizedText>>, K> = {
  readonly [H in PlaceholdersAt<C, K>]: H extends 'count' ? number : string | number;
};

/** Returns one text; a key with placeholders requires their values, checked by type. */
export type Translator<C extends Readonly<Record<string, LocalizedText>>> = <K extends TextKeyOf<C>>(
  key: K,
  ...values: [PlaceholdersAt<C, K>] extends [never] ? [] : [ValuesAt<C, K>]
) => string;

/** The message catalogue of one part of the product. */
export interface Messages<C extends Readonly<Record<string, LocalizedText>>> {
  readonly namespace: string;
  readonly table: C;
}

/**
 * Declares the messages of a part of the product, both languages side by side. A missing translation, or one with other
 * placeholders, does not compile. Plural forms end in `_one` and `_other`.
 *
 * ```ts
 * export const messages = defineMessages('files', {
 *   open: { en: 'Open', zh: '打开' },
 *   chosen_one: { en: '{count} file', zh: '{count} 个文件' },
 *   chosen_other: { en: '{count} files', zh: '{count} 个文件' },
 * });
 * const t = useText(messages); // t('open'), t('chosen', { count: 3 })
 * ```
 */
export const defineMessages = <const C extends Readonly<Record<string, LocalizedText>>>(
  namespace: string,
  table: C & Complete<C>,
): Messages<C> => ({ namespace, table });
