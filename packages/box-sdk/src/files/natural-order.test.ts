import { array, assert, constantFrom, nat, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys, compareNames, compareText, naturalKey, pinyinOf } from './natural-order.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const compareBytes = (a: string, b: string): number => {
  const [x, y] = [bytes(a), bytes(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return (x[i] ?? 0) - (y[i] ?? 0);
  return x.length - y.length;
};

describe('natural order', () => {
  it('FILES-44: case is ignored, numbers go by value, Han by syllable', () => {
    const order = ['1', '2', '10', 'A2', 'a9', 'a10', 'b1', '贝贝', '成都', 'IMG_2', 'IMG_10', '李四', '银行', '赵四'];
    expect(order.toReversed().sort(compareNames)).toEqual(order);
  });

  it('G-14: syllables and Latin letters share one alphabet', () => {
    expect(['zebra', '贝贝', 'apple', 'banana', 'book'].sort(compareNames)).toEqual([
      'apple',
      'banana',
      '贝贝',
      'book',
      'zebra',
    ]);
  });

  it('G-14: a character without a syllable stands behind those with one', () => {
    expect(['あ', '赵', 'z', 'é'].sort(compareNames)).toEqual(['z', '赵', 'é', 'あ']);
  });

  it('numbers of any length sort by value', () => {
    assert(
      property(nat(), nat(), (a, b) => {
        expect(Math.sign(compareText(naturalKey(`x${a}y`), naturalKey(`x${b}y`)))).toBe(Math.sign(a - b));
      }),
    );
    const wide = array(constantFrom(...Array.from('0123456789')), { minLength: 1, maxLength: 40 });
    assert(
      property(wide, wide, (a, b) => {
        const [x, y] = [BigInt(a.join('')), BigInt(b.join(''))];
        const expected = x === y ? 0 : x < y ? -1 : 1;
        expect(Math.sign(compareText(naturalKey(a.join('')), naturalKey(b.join(''))))).toBe(expected);
      }),
    );
  });

  it('text order is the byte order of UTF-8, as a database has it', () => {
    assert(
      property(string({ unit: 'binary' }), string({ unit: 'binary' }), (a, b) => {
        if (a.isWellFormed() && b.isWellFormed())
          expect(Math.sign(compareText(a, b))).toBe(Math.sign(compareBytes(a, b)));
      }),
    );
    expect(compareText('\uffff', '😀')).toBeLessThan(0);
  });

  it('is a total order: names that share a key fall back to the name', () => {
    expect(compareNames('a01', 'a1')).not.toBe(0);
    const name = array(constantFrom('a', 'A', '0', '1', '贝', '北', '.'), { maxLength: 4 }).map((c) => c.join(''));
    assert(
      property(tuple(name, name, name), ([a, b, c]) => {
        expect(compareNames(a, b) === 0).toBe(a === b);
        expect(Math.sign(compareNames(a, b)) + Math.sign(compareNames(b, a))).toBe(0);
        if (compareNames(a, b) <= 0 && compareNames(b, c) <= 0) expect(compareNames(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('G-14: the key of the box decides when there is one', () => {
    expect(compareKeys({ n: 'a', k: 'z' }, { n: 'b', k: 'y' })).toBeGreaterThan(0);
    expect(compareKeys({ n: 'a', k: 'k' }, { n: 'b', k: 'k' })).toBeLessThan(0);
  });

  it('reads common characters', () => {
    const samples = {
      北: 'bei',
      京: 'jing',
      上: 'shang',
      海: 'hai',
      照: 'zhao',
      片: 'pian',
      文: 'wen',
      件: 'jian',
      张: 'zhang',
      阿: 'a',
      坐: 'zuo',
      龙: 'long',
    };
    for (const [character, read] of Object.entries(samples)) expect(pinyinOf(character), character).toBe(read);
    expect(['a', 'あ', '😀', ''].map(pinyinOf)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('takes readings from elsewhere', () => {
    expect(naturalKey('长沙7', (c) => (c === '长' ? 'chang' : 'sha'))).toBe('chang sha 17');
  });
});
