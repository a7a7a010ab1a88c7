import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { ENCODINGS, isBinary, decodeText, encodeText, type TextFormat } from './text-encoding.ts';

const bytesOf = (text: string, writing: TextFormat): Uint8Array => {
  const written = encodeText(text, writing);
  if ('unencodable' in written) throw new Error(`no ${written.unencodable} in ${writing.encoding}`);
  return written.bytes;
};
const plain = (encoding: TextFormat['encoding']): TextFormat => ({ encoding, hasBom: false, lineEnd: '\n' });
const marked = (encoding: TextFormat['encoding']): TextFormat => ({ ...plain(encoding), hasBom: true });
const writingOf = (bytes: Uint8Array): TextFormat => decodeText(bytes).format;
/** 中文 in GB18030, the Chinese encoding of Windows. */
const GBK = Uint8Array.of(0xd6, 0xd0, 0xce, 0xc4);

describe('what a text is written in', () => {
  it('is told by its mark, else by what it reads as', () => {
    expect(writingOf(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toEqual(marked('utf-8'));
    expect(writingOf(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toEqual(marked('utf-16le'));
    expect(writingOf(Uint8Array.of(0xfe, 0xff, 0, 0x61))).toEqual(marked('utf-16be'));
    expect(writingOf(new TextEncoder().encode('日记 é'))).toEqual(plain('utf-8'));
    expect(writingOf(new Uint8Array())).toEqual(plain('utf-8'));
    expect(writingOf(GBK)).toEqual(plain('gb18030'));
    const film = bytesOf('1\n00:00:01,000 --> 00:00:02,000\n你好，世界。', { ...plain('gb18030'), lineEnd: '\r\n' });
    expect(decodeText(film).text).toContain('000\n你好');
    expect(writingOf(film)).toEqual({ ...plain('gb18030'), lineEnd: '\r\n' });
    expect(writingOf(bytesOf('Café crème, déjà vu', plain('windows-1252')))).toEqual(plain('windows-1252'));
  });

  it('reads and writes what other programs do', () => {
    expect(decodeText(GBK).text).toBe('中文');
    expect(decodeText(Uint8Array.of(0xa4, 0xa4, 0xa4, 0xe5), 'big5').text).toBe('中文');
    expect(bytesOf('中文', plain('gb18030'))).toEqual(GBK);
    expect(bytesOf('中文', plain('big5'))).toEqual(Uint8Array.of(0xa4, 0xa4, 0xa4, 0xe5));
    expect(bytesOf('あ', plain('shift_jis'))).toEqual(Uint8Array.of(0x82, 0xa0));
    expect(bytesOf('한', plain('euc-kr'))).toEqual(Uint8Array.of(0xc7, 0xd1));
    expect(bytesOf('€é', plain('windows-1252'))).toEqual(Uint8Array.of(0x80, 0xe9));
    expect(bytesOf('a', marked('utf-16le'))).toEqual(Uint8Array.of(0xff, 0xfe, 0x61, 0));
  });

  it('keeps the ends of lines: both of Windows, or whatever a mixed text has', () => {
    for (const text of ['a\r\nb\r\n', 'a\nb\n', 'a\r\nb\n', '\na\r\n']) {
      const bytes = new TextEncoder().encode(text);
      const opened = decodeText(bytes);
      expect(bytesOf(opened.text, opened.format)).toEqual(bytes);
    }
    expect(decodeText(new TextEncoder().encode('a\r\nb')).text).toBe('a\nb');
  });

  it('knows what is no text', () => {
    expect(isBinary(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0))).toBe(true);
    expect(isBinary(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toBe(false);
    expect(isBinary(GBK)).toBe(false);
    expect(isBinary(new Uint8Array())).toBe(false);
    expect(isBinary(new TextEncoder().encode(`${'a line of a log\n'.repeat(20)}\0`))).toBe(false);
  });

  it('says which letter it lacks instead of writing another one', () => {
    expect(encodeText('Zürich 🎉', plain('windows-1252'))).toEqual({ unencodable: '🎉' });
    expect(encodeText('中', plain('windows-1251'))).toEqual({ unencodable: '中' });
  });

  it('what is written is read as the same text, or not written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(...ENCODINGS),
        fc.boolean(),
        (text, encoding, mark) => {
          const writing = { ...plain(encoding), hasBom: mark && encoding.startsWith('utf') };
          const written = encodeText(text, writing);
          if ('unencodable' in written) expect(text).toContain(written.unencodable);
          else if (!text.startsWith('\uFEFF'))
            expect(decodeText(written.bytes, encoding).text).toBe(text.replaceAll('\r\n', '\n'));
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});
