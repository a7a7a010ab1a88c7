import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { foldCase, queryGrams, indexGrams } from './search-grams.ts';
import { compileNameTest } from './name-pattern.ts';

const sign = fc.constantFrom(
  'a',
  'B',
  'b',
  '1',
  '0',
  '9',
  '_',
  '.',
  ' ',
  '"',
  '照',
  '片',
  'É',
  'é',
  'ß',
  'K',
  'ſ',
  'ς',
  '😀',
  '\ud800',
);
const text = (maxLength: number) => fc.string({ unit: sign, maxLength });

describe('what a text is found by', () => {
  it('whatever holds a text has all that is asked for it', () => {
    fc.assert(
      fc.property(text(12), text(20), text(12), (before, part, after) => {
        const grams = indexGrams([before + part + after]);
        for (const gram of queryGrams(part)) expect(grams).toContain(gram);
      }),
      { numRuns: propertyRuns(3000) },
    );
  });

  it('is the same for letters of either case', () => {
    expect([foldCase('ÉCLAIR'), foldCase('\u212A'), foldCase('ΟΔΟΣ'), foldCase('ı'), foldCase('İ')]).toEqual([
      'éclair',
      'k',
      'οδοσ',
      'ı',
      'İ',
    ]);
  });

  it('is a word where it stands whole, the beginning of a long one, three signs at a time, or one or two', () => {
    const words = (part: string) => queryGrams(part).filter((gram) => gram >= '\uE100' && gram < '\uE102');
    expect(words('IMG_2034')).toEqual([]);
    expect(words('IMG_2034.jpg')).toEqual(['\uE1002034']);
    expect(words('IMG_20340101')).toEqual(['\uE101203401']);
    expect(words('20340101')).toEqual([]);
    expect([queryGrams(''), queryGrams('a'), queryGrams('照片'), queryGrams('abcd')]).toEqual([
      [],
      ['a'],
      ['照片'],
      ['abc', 'bcd'],
    ]);
  });
});

describe('finding plain text', () => {
  it('finds what the expression of it finds', () => {
    fc.assert(
      fc.property(text(3), text(10), (part, name) => {
        const source = part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
        // Wrapped in a group the pattern is an expression with the same matches.
        expect(compileNameTest(source)?.(name, null)).toBe(compileNameTest(`(?:${source})`)?.(name, null));
      }),
      { numRuns: propertyRuns(3000) },
    );
  });
});
