import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { readableName } from './name-encoding.ts';

const bytes = (hex: string, text = '') => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(text)]);

describe('names of archives in an old encoding', () => {
  it.each([
    ['everyday Chinese', bytes('d6d0cec4cec4b5b5', '.txt'), '中文文档.txt'],
    ['Chinese with a rare sign', bytes('d6d0cec48140'), '中文丂'],
    ['traditional Chinese as GBK', bytes('87f8eb48'), null],
    ['traditional Chinese of high bytes', bytes('87f889a3'), '國墸'],
    ['Chinese of four bytes', bytes('d6d0cec48139ee39'), '中文㐀'],
  ])('%s', (_what, name, text) => {
    for (const zip of [true, false]) expect(readableName(name, zip)).toBe(text);
  });

  it('code page 437 where a zip means it, and only there', () => {
    const name = Buffer.concat([
      Buffer.from('M'),
      bytes('81', 'nchen caf'),
      bytes('82', ' Stra'),
      bytes('e1', 'e.txt'),
    ]);
    expect(readableName(name, true)).toBe('München café Straße.txt');
    expect(readableName(name, false)).toBeNull();
    expect(readableName(bytes('a8', 'Qu'), true)).toBe('¿Qu');
    // Byte pairs just outside common Chinese characters.
    for (const [hex, text] of [
      ['a0a1a0a1816e', 'áíáíün'],
      ['a8a0a8a0816e', '¿á¿áün'],
    ] as const) {
      expect(readableName(bytes(hex), true)).toBe(text);
      expect(readableName(bytes(hex), false)).toBeNull();
    }
  });

  it('what nobody can read stays as it is, and so does what is UTF-8', () => {
    expect(readableName(bytes('80', 'x'), false)).toBeNull();
    for (const zip of [true, false]) {
      for (const hex of ['fffe', 'c3', 'b0b1b2', 'ff2fff']) expect(readableName(bytes(hex, 'x'), zip), hex).toBeNull();
      for (const text of ['plain.txt', 'München 中文 😀', '\uFEFFmark'])
        expect(readableName(Buffer.from(text), zip)).toBeNull();
    }
  });

  it('whatever the bytes are, the text is one name inside its folder', () => {
    const likely = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 255 }),
      fc.array(fc.constantFrom(0x2e, 0x2f, 0, 0x5c, 0x30, 0x81, 0xa1, 0xd6, 0xd0, 0xfe, 0x0a), {
        minLength: 1,
        maxLength: 128,
      }),
    );
    let read = 0;
    fc.assert(
      fc.property(likely, fc.boolean(), (name, zip) => {
        const text = readableName(Uint8Array.from(name), zip);
        if (text === null) return;
        read += 1;
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toMatch(/[/\0\n]/);
        expect(['', '.', '..']).not.toContain(text);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(255);
      }),
      { numRuns: propertyRuns(5000) },
    );
    expect(read).toBeGreaterThan(propertyRuns(100));
  });
});
