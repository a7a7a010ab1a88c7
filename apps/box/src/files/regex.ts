import { RE2JS } from 're2js';
import { fold } from './grams.ts';
import { needsSyllables, soundsOf } from './sort-key.ts';

/** Longest accepted regular expression (G-16). */
export const MAX_REGEX = 128;

/**
 * Whether a name or one of its {@link pinyinVariants} matches. The variants are computed when the caller does not pass
 * them.
 */
export type NameTest = (name: string, sounds?: string | null) => boolean;

/** A substring search takes a twentieth of the time of a regular expression. */
const plainTest = (text: string): NameTest => {
  if (!/[a-z]/.test(text) || needsSyllables(text)) return (name) => fold(name).includes(text);
  return (name, sounds = soundsOf(name)) =>
    fold(name).includes(text) || (sounds !== null && fold(sounds).includes(text));
};

/**
 * A case-insensitive name test that runs in linear time and matches anywhere in the name or its pinyin; null when
 * `source` is not in the dialect. Patterns without Latin letters, or with Chinese characters, are tested on the name
 * only.
 */
export const nameTest = (source: string): NameTest | null => {
  if (source.length > MAX_REGEX) return null;
  try {
    const pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
    const plain = plainText(source);
    if (plain !== null) return plainTest(fold(plain));
    if (!/[a-z]/i.test(source) || needsSyllables(source)) return (name) => pattern.test(name);
    return (name, sounds = soundsOf(name)) =>
      pattern.test(name) || (sounds !== null && sounds.split('\n').some((one) => pattern.test(one)));
  } catch {
    return null;
  }
};

/**
 * Strings that every matching name contains, in the case of the pattern; empty when none can be derived. Only literals,
 * `.`, `.*`, `^` and `$` are analysed, which covers typed searches (G-16); anything else may be optional.
 */
export const requiredTexts = (source: string): readonly string[] => {
  const texts: string[] = [];
  let run = '';
  const end = (): void => {
    if (run !== '') texts.push(run);
    run = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] ?? '';
    const next = source[at + 1] ?? '';
    if (sign === '\\') {
      if (next === '' || /[A-Za-z0-9]/.test(next)) return [];
      run += next;
      at += 1;
    } else if (sign === '.') {
      end();
      if (next === '*') at += 1;
    } else if (sign === '^' || sign === '$') end();
    else if ('*+?{}[]()|'.includes(sign)) return [];
    else run += sign;
  }
  end();
  return texts;
};

/** The literal text when `source` has no operators; null for a real expression. */
const plainText = (source: string): string | null => {
  if (/^(?:[^\\.^$*+?{}[\]()|]|\\[^A-Za-z0-9])+$/.test(source)) return source.replaceAll(/\\(.)/gs, '$1');
  return null;
};
