import { describe, expect, it } from 'vitest';
import { defineMessages } from './define-messages.ts';
import { chooseLanguage } from './language.ts';
import { Languages } from './languages.ts';

const messages = defineMessages('probe', {
  open: { en: 'Open', zh: '打开' },
  greet: { en: 'Hello {name}, you & {other}', zh: '{name}、{other}，你好' },
  chosen_one: { en: '{count} file', zh: '{count} 个文件' },
  chosen_other: { en: '{count} files', zh: '{count} 个文件' },
  trash: { en: 'Delete “{name}”', zh: '删除“{name}”' },
  trash_other: { en: 'Delete {count} items', zh: '删除 {count} 项' },
});

describe('Languages', () => {
  it('reads both languages and switches at run time', () => {
    const languages = new Languages('en');
    const seen: string[] = [];
    const watching = languages.language$.subscribe(() => seen.push(languages.text(messages)('open')));
    languages.use('zh-CN');
    languages.use('en');
    watching.unsubscribe();
    expect(seen).toEqual(['Open', '打开', 'Open']);
  });

  it('fills in values as they are, without escaping and without reading them again', () => {
    const t = new Languages('en').text(messages);
    expect(t('greet', { name: '<b>', other: '{name} $t(open)' })).toBe('Hello <b>, you & {name} $t(open)');
  });

  it('knows one and many', () => {
    const languages = new Languages('en');
    const count = (n: number) => languages.text(messages)('chosen', { count: n });
    expect([count(0), count(1), count(2)]).toEqual(['0 files', '1 file', '2 files']);
    expect(count(12_345)).toBe('12,345 files');
    languages.use('zh-CN');
    expect(count(1)).toBe('1 个文件');
  });

  it('calls one by its name in both languages where a text for it stands beside the one for many', () => {
    for (const [language, one, many] of [
      ['en', 'Delete “a.txt”', 'Delete 2 items'],
      ['zh-CN', '删除“a.txt”', '删除 2 项'],
    ] as const) {
      const trash = (count: number) => new Languages(language).text(messages)('trash', { name: 'a.txt', count });
      expect([trash(1), trash(2)]).toEqual([one, many]);
    }
  });

  it('asks for values and translations by type', () => {
    const t = new Languages('en').text(messages);
    // @ts-expect-error a placeholder needs its value
    t('greet', { name: 'x' });
    // @ts-expect-error no such text
    t('absent');
    // @ts-expect-error the Chinese text misses the placeholder
    defineMessages('bad', { a: { en: 'to {name}', zh: '去' } });
    // @ts-expect-error no Chinese text
    defineMessages('worse', { a: { en: 'a' } });
    expect(t('open')).toBe('Open');
  });

  it('chooses the first wanted language that exists', () => {
    expect(chooseLanguage(['fr-FR', 'zh-Hans-CN', 'en'])).toBe('zh-CN');
    expect(chooseLanguage(['fr'])).toBe('en');
    expect(chooseLanguage(['en-GB', 'zh'])).toBe('en');
  });
});
