import fc from 'fast-check';
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import type { AnyCodec, Codec } from './index.ts';
import {
  bytes,
  decode,
  diskText,
  either,
  explain,
  flag,
  flagText,
  flatPairs,
  int,
  intBetween,
  intText,
  jsonText,
  list,
  mapOf,
  matching,
  MAX_ISSUES,
  noArguments,
  nothing,
  num,
  oneOf,
  parseJson,
  positional,
  shortList,
  str,
  struct,
  text,
  where,
  wirePath,
  yesNo,
} from './index.ts';
import { propertyRuns } from '../testing/property-runs.ts';

const issues = (codec: AnyCodec, u: unknown) => {
  const result = decode<unknown, unknown>(codec, u);
  return result._tag === 'Left' ? result.left : [];
};
const accepts = (codec: AnyCodec, u: unknown) => decode<unknown, unknown>(codec, u)._tag === 'Right';

/** Encoded values can be decoded again, and decoding accepts exactly what `is` accepts. */
const roundTrips = <A, O>(codec: Codec<A, O>, values: fc.Arbitrary<A>) => {
  fc.assert(
    fc.property(values, (value) => {
      expect(codec.is(value)).toBe(true);
      const wire: unknown = JSON.parse(JSON.stringify(codec.encode(value)));
      expect(decode(codec, wire)).toEqual({ _tag: 'Right', right: value });
    }),
  );
};

const segment = fc.stringMatching(/^[a-zA-Z0-9 贝é-]{1,12}$/);
const paths = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join('/')}`);

describe('properties of the codecs', () => {
  it('SDK-009: what is written can be read again', () => {
    const folder = struct(
      { path: wirePath, size: intText(bytes) },
      { on: flagText, more: jsonText(struct({ n: int })) },
    );
    const folders = fc.record(
      {
        path: paths,
        size: fc.maxSafeNat(),
        on: fc.constantFrom(0 as const, 1 as const),
        more: fc.record({ n: fc.maxSafeInteger() }),
      },
      { requiredKeys: ['path', 'size'] },
    );
    roundTrips(wirePath, paths);
    roundTrips(intText(), fc.maxSafeInteger());
    roundTrips<{ path: string; size: number; on?: 0 | 1; more?: { n: number } }, unknown>(folder, folders);
    roundTrips(list(struct({ n: str })), fc.array(fc.record({ n: fc.string({ unit: 'grapheme' }) })));
    roundTrips(shortList(intText(bytes), 0, 5), fc.array(fc.maxSafeNat(), { maxLength: 5 }));
    roundTrips(
      positional({ a: str, b: intText(int) }),
      fc.record({ a: fc.string({ unit: 'grapheme' }), b: fc.maxSafeInteger() }),
    );
    roundTrips(
      positional({ a: str }, { key: 'rest', codec: shortList(str, 1, 3) }),
      fc.record({ a: segment, rest: fc.array(segment, { minLength: 1, maxLength: 3 }) }),
    );
    roundTrips(
      flatPairs('from', 'to', wirePath, 9),
      fc.array(fc.record({ from: paths, to: paths }), { minLength: 1, maxLength: 9 }),
    );
    roundTrips(mapOf(int), fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.maxSafeInteger()));
  });

  it('decoding never throws and never reports more than eight issues, whatever comes', () => {
    const many = struct(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, int])));
    const codecs: readonly AnyCodec[] = [
      many,
      list(many),
      shortList(many, 0, 100),
      positional({ a: wirePath, b: intText() }),
      flatPairs('a', 'b', str, 3),
      jsonText(many),
      mapOf(int),
      either(str, int),
      where('even', int, (n) => n % 2 === 0),
    ];
    const hostile = fc.anything({
      withBigInt: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...codecs), hostile, (codec, value) => {
        const found = issues(codec, value);
        expect(found.length).toBeLessThanOrEqual(MAX_ISSUES);
        expect(accepts(codec, value)).toBe(found.length === 0);
        expect(explain(codec, value).length).toBeLessThanOrEqual(MAX_ISSUES);
      }),
      { numRuns: propertyRuns(500) },
    );
    expect(issues(many, {})).toHaveLength(MAX_ISSUES);
    const trap = new Proxy([], {
      get: () => {
        throw new Error('trap');
      },
    });
    expect(issues(list(str), trap)).toEqual(['cannot be read']);
  });

  it('a hostile list is refused at its first bad item: one look, one issue', () => {
    let looks = 0;
    const item = where('seen', str, () => {
      looks += 1;
      return false;
    });
    expect(
      issues(
        list(item),
        Array.from({ length: 100_000 }, () => 'x'),
      ),
    ).toEqual(['0: expected seen']);
    expect(looks).toBeLessThan(5);
    expect(issues(list(str, 2), ['a', 'b', 'c'])).toEqual(['value: expected list of string']);
  });

  it('a transforming item is refused when the list is made', () => {
    expect(() => list(intText())).toThrow(/transforms/);
  });

  it('they are io-ts codecs: they combine with its own', () => {
    const both = t.type({ path: wirePath, on: flag });
    expect(both.is({ path: '/a', on: 1 })).toBe(true);
    expect(both.decode({ path: 'a', on: 1 })._tag).toBe('Left');
    expect(
      struct({ a: str })
        .pipe(t.type({ a: t.string }))
        .decode({ a: 'x' })._tag,
    ).toBe('Right');
  });
});

describe('the single codecs', () => {
  it('FILES-70: paths are absolute, without empty, dot or NUL segments, at most 4096 long', () => {
    for (const good of ['/', '/a', '/a/b c', '/...', '/.hidden', '/a/..b', `/${'x'.repeat(4095)}`, '/贝'])
      expect(wirePath.is(good), good).toBe(true);
    for (const bad of [
      '',
      'a',
      '//',
      '/a/',
      '/a//b',
      '/.',
      '/..',
      '/a/../b',
      '/a/.',
      '/a\0b',
      `/${'x'.repeat(4096)}`,
      '/\ud800',
      7,
    ])
      expect(wirePath.is(bad), String(bad)).toBe(false);
  });

  it('names and paths hold bytes that are no UTF-8, as U+DC80 to U+DCFF, and no other lone surrogate', () => {
    for (const good of ['a\udc80', '\udcff.txt', '贝\udcc3', '😀', '']) {
      expect(diskText.is(good), JSON.stringify(good)).toBe(true);
      expect(wirePath.is(`/x${good}`), JSON.stringify(good)).toBe(true);
    }
    for (const bad of ['\ud800', 'a\udc7f', 'a\udd00', '\udc80\ud83d', 7]) {
      expect(diskText.is(bad), JSON.stringify(bad)).toBe(false);
      expect(wirePath.is(`/x${bad}`) && typeof bad === 'string', JSON.stringify(bad)).toBe(false);
    }
  });

  it('numbers are finite, integers safe, texts of numbers plain decimals', () => {
    expect([num.is(Number.NaN), num.is(1e308), int.is(2 ** 53), int.is(1.5), bytes.is(-1)]).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(intBetween(1, 3).is(4)).toBe(false);
    for (const bad of ['', ' 1', '+1', '01', '1e3', '0x1', '1.0', '9007199254740993', 'NaN', 1, null])
      expect(accepts(intText(), bad), String(bad)).toBe(false);
    expect(accepts(intText(), '-9007199254740991')).toBe(true);
    // -0 is not a valid size, neither as text nor in JSON, where it is a number of its own.
    expect([accepts(intText(), '-0'), accepts(intText(bytes), '-0'), bytes.is(JSON.parse('-0'))]).toEqual([
      false,
      false,
      false,
    ]);
    expect([accepts(intText(bytes), '0'), bytes.is(0)]).toEqual([true, true]);
  });

  it('flags are 0 and 1 or Y and N, never booleans', () => {
    expect([flag.is(0), flag.is(1), flag.is(true), flag.is('1'), flag.is(2)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([yesNo.is('Y'), yesNo.is('y'), yesNo.is(true)]).toEqual([true, false, false]);
    expect([decode(flagText, '1'), decode(flagText, 1)._tag]).toEqual([{ _tag: 'Right', right: 1 }, 'Left']);
  });

  it('text is well-formed and within its length; a pattern or a set holds the rest', () => {
    expect([str.is('\ud800'), text(1, 2).is(''), text(1, 2).is('abc'), text(1, 2).is('ab')]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect([matching('digits', /^[0-9]+$/).is('12'), oneOf(['a', 1]).is('1'), oneOf(['a', 1]).is(1)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('replies are open: unknown fields stay and do no harm, __proto__ is a field like any other', () => {
    const decoded = decode(struct({ a: int }), JSON.parse('{"a":1,"b":2,"__proto__":{"admin":true}}'));
    expect(decoded).toMatchObject({ _tag: 'Right', right: { a: 1, b: 2 } });
    expect(({} as Readonly<Record<string, unknown>>)['admin']).toBeUndefined();
    expect(accepts(struct({ admin: anyFlag }), JSON.parse('{"__proto__":{"admin":1}}'))).toBe(false);
  });

  it('positional lists have exactly their positions', () => {
    const move = positional({ source: wirePath, target: wirePath });
    expect(move.encode({ source: '/a', target: '/b' })).toEqual(['/a', '/b']);
    expect(issues(move, ['/a'])).toEqual(['value: expected 2 positions']);
    expect(accepts(move, ['/a', '/b', '/c'])).toBe(false);
    expect([accepts(noArguments, []), accepts(noArguments, ['x']), accepts(nothing, {}), accepts(nothing, [])]).toEqual(
      [true, false, true, false],
    );
  });

  it('issues name the field and what it should be, and never the value', () => {
    const codec = struct({ a: struct({ b: list(struct({ secret: int })) }) });
    expect(issues(codec, { a: { b: [{ secret: 'hunter2' }] } })).toEqual(['a.b.0.secret: expected integer']);
    expect(issues(struct({ a: int, b: int }), { a: 'x' })).toEqual(['a: expected integer', 'b: expected integer']);
  });

  it('explain names the field on the code side, where the wire is a list of texts', () => {
    const move = positional(
      { source: wirePath, size: intText(bytes) },
      { key: 'names', codec: shortList(wirePath, 1, 3) },
    );
    expect(explain(move, { source: 'x', size: -1, names: ['/a', 'b'] })).toEqual([
      'source: expected absolute path',
      'size: expected integer 0..9007199254740991 as text',
      'names.1: expected absolute path',
    ]);
    expect(explain(struct({ a: struct({ b: int }) }, { c: int }), { a: {} })).toEqual(['a.b: expected integer']);
    expect(
      explain(
        where('pair', struct({ a: int }), ({ a }) => a > 1),
        { a: 1 },
      ),
    ).toEqual(['value: expected pair']);
  });

  it('parseJson answers with a value', () => {
    expect(parseJson('[1]')).toEqual({ _tag: 'Right', right: [1] });
    expect(parseJson('{')).toEqual({ _tag: 'Left', left: ['body: not JSON'] });
  });
});

describe('what is known of the source', () => {
  const Names = list(struct({ name: str, size: bytes }, { note: str, at: int }));
  const sources = fc
    .string({ unit: 'binary', maxLength: 8 })
    .chain((odd) =>
      fc.constantFrom(
        JSON.stringify([{ name: odd, size: 1 }]),
        JSON.stringify([{ name: '\\u', size: 1, note: odd }]),
        `[{"name":"${odd.replaceAll(/["\\\p{Cc}]/gu, '')}","size":2}]`,
        '[{"name":"\\ud800","size":1}]',
        '[{"size":1,"name":"\\uDFFF"}]',
      ),
    );

  it('never changes what is accepted', () => {
    fc.assert(
      fc.property(sources, (source) => {
        const parsed = parseJson(source);
        if (parsed._tag === 'Left') throw new Error(source);
        expect(decode(Names, parsed.right, source)).toEqual(decode(Names, parsed.right));
      }),
    );
  });

  it('is forgotten with the decode, also when that one failed', () => {
    const broken = {
      get name(): string {
        throw new Error('unreadable');
      },
    };
    expect(decode(struct({ name: str }), broken, '{}')._tag).toBe('Left');
    expect(decode(str, '\ud800')._tag).toBe('Left');
  });

  it('negative and large numbers go to their own codec', () => {
    const Sizes = struct({ size: bytes, at: int, port: intBetween(1, 65_535) });
    expect(Sizes.is({ size: 0, at: -1, port: 1 })).toBe(true);
    for (const wrong of [
      { size: -1 },
      { at: 2 ** 53 },
      { size: 2 ** 53 },
      { at: 0.5 },
      { at: Number.NaN },
      { port: 0 },
    ])
      expect(Sizes.is({ size: 0, at: 0, port: 1, ...wrong })).toBe(false);
  });
});

const anyFlag = oneOf([0, 1]);
