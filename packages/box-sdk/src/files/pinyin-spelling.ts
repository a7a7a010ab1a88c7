import { pinyinOf } from './natural-order.ts';

/**
 * How a user without a Chinese input method types a text with Chinese in it: by the pinyin syllables of its characters,
 * and by the first letter of each, both in lower case; empty for a text without Chinese. 文件 2024 is `wenjian 2024` and
 * `wj 2024`. The box finds names by the same spellings.
 */
export const pinyinSpellings = (text: string): readonly string[] => {
  if (!/\p{Script=Han}/u.test(text)) return [];
  const spell = (cut: (syllable: string) => string): string =>
    text.toLowerCase().replaceAll(/\p{Script=Han}/gu, (character) => cut(pinyinOf(character) ?? character));
  return [spell((reading) => reading), spell((reading) => reading.slice(0, 1))];
};

/** Whether a text or one of its {@link pinyinSpellings} contains `typed`, ignoring case. */
export const matchesTyped = (typed: string, text: string): boolean => {
  const needle = typed.toLowerCase();
  return [text.toLowerCase(), ...pinyinSpellings(text)].some((one) => one.includes(needle));
};
