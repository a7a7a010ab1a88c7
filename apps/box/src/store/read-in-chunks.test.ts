import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readInChunks } from './read-in-chunks.ts';

const numbers = (many: readonly number[], size: number) =>
  readInChunks({
    from: -1,
    size,
    read: (after, count) => many.filter((one) => one > after).slice(0, count),
    keyOf: (one) => one,
  });

it('every row comes once and in order, in pieces of that size but the last', () =>
  fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat()), fc.integer({ min: 1, max: 7 }), async (some, size) => {
      const many = some.toSorted((one, other) => one - other);
      const pieces: (readonly number[])[] = [];
      for await (const piece of numbers(many, size)) pieces.push(piece);
      expect(pieces.flat()).toEqual(many);
      expect(pieces.slice(0, -1).every(({ length }) => length === size)).toBe(true);
      expect(pieces.every(({ length }) => length > 0)).toBe(true);
    }),
  ));

it('others have a moment between two pieces, and what is written behind meanwhile is seen', async () => {
  const many = [1, 2, 3, 4];
  const seen: unknown[] = [];
  const other = setImmediate().then(() => {
    seen.push('other');
    many.push(5);
  });
  for await (const piece of numbers(many, 2)) seen.push(piece);
  await other;
  expect(seen).toEqual([[1, 2], 'other', [3, 4], [5]]);
});
