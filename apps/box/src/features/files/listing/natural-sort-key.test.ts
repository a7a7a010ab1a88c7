import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import {
  compareBytes,
  compareNatural,
  compareText,
  decimalText,
  decimalValue,
  naturalKey,
} from './natural-sort-key.ts';

const sorted = (names: readonly string[]) =>
  [...names].sort((a, b) => compareText(naturalKey(a), naturalKey(b)) || compareBytes(a, b));

describe('natural order (FILES-44, G-14)', () => {
  it('FILES-44: letters without case, numbers by value, Chinese by syllable among the letters', () => {
    const order = [
      '1',
      '2',
      '10',
      'A2',
      'a9',
      'a10',
      'b1',
      '贝贝',
      '长沙',
      '成都',
      '重庆',
      '行长',
      'IMG_2',
      'IMG_10',
      '银行',
      '张三',
      '赵四',
    ];
    expect(sorted([...order].reverse())).toEqual(order);
  });

  it('a name sorts before the names it begins, and leading zeros tie', () => {
    expect(sorted(['report2.txt', 'report.txt', 'report10.txt'])).toEqual([
      'report.txt',
      'report2.txt',
      'report10.txt',
    ]);
    expect(naturalKey('img_007')).toBe(naturalKey('IMG_7'));
    expect(sorted(['7', '07', '007'])).toEqual(['007', '07', '7']);
  });

  it('西安 (two syllables) comes before 先 (one longer syllable); what has no syllable comes last', () => {
    expect(sorted(['先', '西安', 'あ', 'z'])).toEqual(['西安', '先', 'z', 'あ']);
  });

  it('numbers of any length compare by value', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 40n });
    fc.assert(
      fc.property(digits, digits, fc.nat({ max: 3 }), (a, b, zeros) => {
        const order = compareText(naturalKey(`f${'0'.repeat(zeros)}${a}x`), naturalKey(`f${b}x`));
        expect(Math.sign(order)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  it('names are compared without their keys as with them', () => {
    const part = fc.oneof(
      fc.string({ unit: fc.constantFrom(...Array.from('aAzZ09 ._-:@[`{~')), maxLength: 4 }),
      fc.nat({ max: 10 ** 12 }).map((number) => `${'0'.repeat(number % 4)}${number}`),
      fc.constantFrom('IMG_', 'img_', 'é', 'É', '西安', '先', '\u0130', '1'.repeat(950), '9'.repeat(1200)),
    );
    const name = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(name, name, (one, other) => {
        const keyed = compareText(naturalKey(one), naturalKey(other));
        expect(Math.sign(compareNatural(one, other))).toBe(keyed);
        expect(Math.sign(compareNatural(`${one}x`, `${one}${other}`))).toBe(
          compareText(naturalKey(`${one}x`), naturalKey(`${one}${other}`)),
        );
      }),
      { numRuns: propertyRuns(3000) },
    );
  });

  it('the order of bytes is the order of UTF-8', () => {
    const any = fc.string({ unit: 'grapheme', maxLength: 6 });
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  it('FILES-43: decimal takes the first number of the base name', () => {
    expect(['a12b3.txt', '007', 'x.7z', '.5', 'none'].map(decimalText)).toEqual(['12', '7', '', '5', '']);
    expect(decimalValue('12')).toBe(12);
    expect(decimalValue('')).toBeNaN();
  });
});
