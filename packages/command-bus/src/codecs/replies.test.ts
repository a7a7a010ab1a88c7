/** Replies are decoded leniently: another service may write values differently, or leave them out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Codec } from './index.ts';
import {
  decode,
  decodeLeniently,
  bytes,
  either,
  essential,
  flag,
  int,
  intText,
  jsonText,
  list,
  mapOf,
  matching,
  orJsonText,
  shortList,
  str,
  struct,
  text,
  withDefault,
  yesNo,
} from './index.ts';

describe('replies of any box', () => {
  const read = <A, O>(codec: Codec<A, O>, u: unknown) => {
    const { result, unread } = decodeLeniently(codec, u);
    return { value: result._tag === 'Right' ? result.right : undefined, unread };
  };
  const Entry = struct({ n: essential(str), s: bytes }, { at: int, tags: list(str) });
  const Page = struct({ list: essential(list(Entry)), sum: bytes }, { next: Entry });

  it('a number may come as text, text as a number, a flag as a truth', () => {
    expect(read(struct({ a: int, b: str, c: flag }), { a: '-7', b: 7, c: true })).toEqual({
      value: { a: -7, b: '7', c: 1 },
      unread: 0,
    });
    for (const odd of ['', ' 7', '7 ', '0x10', '1e3', 'seven', {}, [], null, Number.NaN])
      expect(read(int, odd).value, JSON.stringify(odd)).toBeUndefined();
  });

  it('what is JSON inside a text at one service is an object at another', () => {
    const codec = struct({ detail: orJsonText(struct({ version: str })) });
    for (const detail of [{ version: '1.0' }, '{"version":"1.0"}'])
      expect(read(codec, { detail })).toEqual({ value: { detail: { version: '1.0' } }, unread: 0 });
    expect(read(codec, { detail: 'no JSON' })).toEqual({ value: { detail: { version: '' } }, unread: 1 });
    // Requests are decoded strictly.
    expect(decode(codec, { detail: '{"version":"1.0"}' })._tag).toBe('Left');
  });

  it('what cannot be read of a list is left out and counted; the other entries are there', () => {
    const list = [{ n: 'a', s: 1 }, null, { n: 'b', s: '2' }, { n: {}, s: 3 }, 'x', { n: 'c', s: 4, at: 'noon' }];
    expect(read(Page, { list, sum: 6 })).toEqual({
      value: {
        list: [
          { n: 'a', s: 1 },
          { n: 'b', s: 2 },
          { n: 'c', s: 4 },
        ],
        sum: 6,
      },
      unread: 4,
    });
  });

  it('a field that is absent or odd is blank, or what its absence means; an optional one is not there; an essential one is missed', () => {
    const Status = struct({
      name: str,
      size: bytes,
      on: yesNo,
      tags: list(str),
      cpu: struct({ temp: int }),
      open: withDefault(flag, 1),
    });
    const blank = { name: '', size: 0, on: 'N', tags: [], cpu: { temp: 0 }, open: 1 };
    expect(read(Status, {})).toEqual({ value: blank, unread: 0 });
    expect(read(Status, { name: {}, size: 'x', on: 7, tags: 1, cpu: [], open: 'wide' })).toEqual({
      value: blank,
      unread: 6,
    });
    // A field that must not be blank is never filled in.
    expect(read(struct({ token: matching('token', /^[A-Za-z]+$/) }), {}).value).toBeUndefined();
    expect(read(struct({ id: text(1, 9) }), {}).value).toBeUndefined();
    expect(read(Page, { list: [], next: null })).toEqual({ value: { list: [], sum: 0 }, unread: 0 });
    expect(read(Page, { list: [], sum: 'many', next: 7 })).toEqual({ value: { list: [], sum: 0 }, unread: 2 });
    expect(read(Page, { sum: 0 }).value).toBeUndefined();
    expect(decode(Page, { list: [] })._tag).toBe('Left');
    expect(Page.is({ list: [] })).toBe(false);
  });

  it('lists and maps keep their limits, and JSON inside text is read the same way', () => {
    expect(read(list(str, 2), ['a', {}, 'b', 'c'])).toEqual({ value: ['a', 'b'], unread: 2 });
    expect(read(shortList(intText(), 1, 2), ['1', 'x', '2', '3'])).toEqual({ value: [1, 2], unread: 2 });
    expect(read(shortList(str, 1, 2), [{}]).value).toBeUndefined();
    expect(read(mapOf(int), { a: 1, b: '2', c: [] })).toEqual({ value: { a: 1, b: 2 }, unread: 1 });
    expect(read(jsonText(Page), '{"list":[{"n":1,"s":"1"},0]}')).toEqual({
      value: { list: [{ n: '1', s: 1 }], sum: 0 },
      unread: 1,
    });
    expect(read(either(Entry, struct({ m: int })), { m: '3' }).value).toEqual({ m: 3 });
  });

  it('whatever comes, it never throws; what it gives fits; what fits comes through as it is; a request is never read like that', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), (odd) => {
        for (const u of [odd, { list: odd }, { list: [odd, { n: odd, s: 1 }], sum: odd, next: odd }]) {
          const { value } = read(Page, u);
          if (value !== undefined) expect(Page.is(value)).toBe(true);
          if (Page.is(u)) expect(value).toBe(u);
          expect(decode(Page, u)._tag === 'Right').toBe(Page.is(u));
        }
        expect(read(list(Entry), [odd, { n: 'here', s: 1 }]).value).toContainEqual({ n: 'here', s: 1 });
      }),
    );
  });
});
