import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../program.ts';
import { chineseMessages } from './chinese-messages.ts';
import { translateTo, languageOf } from './translate.ts';

/** All descriptions of a command, its options, its arguments and its subcommands. */
const describedIn = (command: Command): readonly string[] => [
  command.description(),
  ...command.options.map(({ description }) => description),
  ...command.registeredArguments.map(({ description }) => description),
  ...command.commands.flatMap(describedIn),
];
const namesIn = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe('the words of the command line', () => {
  it('everything that a verb or an option is described with is said in Chinese as well', () => {
    const texts = describedIn(createProgram('en')).filter((text) => text !== '');
    expect(texts.length).toBeGreaterThan(120);
    expect(texts.filter((text) => !/\p{Script=Han}/u.test(translateTo(text, 'zh-CN')))).toEqual([]);
    expect(describedIn(createProgram('zh-CN')).filter((text) => text !== '' && !/\p{Script=Han}/u.test(text))).toEqual(
      [],
    );
  });

  it('a sentence has the same values in both, and Chinese marks', () => {
    for (const [english, words] of Object.entries(chineseMessages)) {
      expect(namesIn(words), english).toEqual(namesIn(english));
      expect(words, english).toMatch(/\p{Script=Han}/u);
      expect(words, english).not.toMatch(/\p{Script=Han}[,;:?!]/u);
    }
  });

  it('the language is that of --lang, else of the terminal, else English', () => {
    expect(languageOf([], {})).toBe('en');
    expect(languageOf([], { LANG: 'zh_CN.UTF-8' })).toBe('zh-CN');
    expect(languageOf([], { LANG: 'zh_CN.UTF-8', LC_ALL: 'C.UTF-8' })).toBe('en');
    expect(languageOf([], { LANG: 'zh_CN.UTF-8', LC_ALL: '' })).toBe('zh-CN');
    expect(languageOf(['ls', '--lang', 'en'], { LANG: 'zh_CN.UTF-8' })).toBe('en');
    expect(languageOf(['--lang=zh', 'ls'], {})).toBe('zh-CN');
    expect(languageOf(['put', '--', '--lang', 'zh'], {})).toBe('en');
  });
});
