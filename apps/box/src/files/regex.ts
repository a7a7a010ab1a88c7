import { RE2JS } from 're2js';
import { fold } from './grams.ts';
import { needsSyllables, soundsOf } from './sort-key.ts';

/** Longest regular expression taken (G-16). */
export const MAX_REGEX = 128;

/** Whether a name fits, or one of its {@link soundsOf}, which are worked out where they are not given. */
export type NameTest = (name: string, sounds?: string | null) => boolean;

/** To find text in a name takes a twentieth of the time of an expression. */
const plainTest = (text: string): NameTest => {
  if (!/[a-z]/.test(text) || needsSyllables(text)) return (name) => fold(name).includes(text);
  return (name, sounds = soundsOf(name)) =>
    fold(name).includes(text) || (sounds !== null && fold(sounds).includes(text));
};

/**
 * A name test that runs in linear time, without regard to case, anywhere in the name or in its syllables; null when `source` is not in the dialect.
 * What has no letter in it, or is Chinese itself, is asked of the name alone.
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
 * Texts that every matching name must contain, in the case they were written; none when none can be told. Only plain sequences of text, `.`,
 * `.*`, `^` and `$` are looked into, which is what a typed search becomes (G-16); anything else may be optional.
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

/** The text itself, where `source` is nothing but text; null where it is an expression. */
const plainText = (source: string): string | null => {
  if (/^(?:[^\\.^$*+?{}[\]()|]|\\[^A-Za-z0-9])+$/.test(source)) return source.replaceAll(/\\(.)/gs, '$1');
  return null;
};
