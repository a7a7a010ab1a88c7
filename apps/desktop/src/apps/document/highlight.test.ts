import { describe, expect, it } from 'vitest';
import { highlight, MAX_HIGHLIGHT_CHARS } from './highlight.ts';

const whole = (source: string, language: string): string =>
  highlight(source, language)
    .map(({ text }) => text)
    .join('');

describe('highlight', () => {
  it('PREVIEW-02: colours comments, strings, numbers and words, and loses nothing', () => {
    const source = 'const a = "x // y"; // note\nreturn 0x1 + 12.5e3;\n/* b */';
    expect(whole(source, 'js')).toBe(source);
    expect(highlight(source, 'js').filter(({ kind }) => kind !== 'plain')).toEqual([
      { text: 'const', kind: 'keyword' },
      { text: '"x // y"', kind: 'string' },
      { text: '// note', kind: 'comment' },
      { text: 'return', kind: 'keyword' },
      { text: '12.5e3', kind: 'number' },
      { text: '/* b */', kind: 'comment' },
    ]);
  });

  it('tells keys of JSON from its strings', () => {
    const kinds = highlight('{"a": "b", "c": [1, null]}', 'json').filter(({ kind }) => kind !== 'plain');
    expect(kinds.map(({ kind }) => kind)).toEqual(['key', 'string', 'key', 'number', 'keyword']);
  });

  it('keeps a # inside a word of a shell script', () => {
    expect(highlight('echo a#b # c', 'sh').filter(({ kind }) => kind === 'comment')).toEqual([
      { text: '# c', kind: 'comment' },
    ]);
  });

  it('leaves long sources and unknown languages plain', () => {
    const long = 'if '.repeat(MAX_HIGHLIGHT_CHARS / 3 + 1);
    expect(highlight(long, 'js')).toEqual([{ text: long, kind: 'plain' }]);
    expect(highlight('if', 'txt')).toEqual([{ text: 'if', kind: 'plain' }]);
  });

  it('survives unfinished strings and comments', () => {
    for (const source of ['"abc', "'", '/* x', '"""', '`', '--[[', '\\"']) {
      for (const language of ['js', 'py', 'lua', 'sh', 'json', 'java']) expect(whole(source, language)).toBe(source);
    }
  });
});
