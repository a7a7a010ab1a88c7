import { randomBytes } from 'node:crypto';
import { deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { createDeflater, gzipContent } from './deflate.ts';

const BLOCK = 256 * 1024;
const joined = (pieces: Iterable<Buffer>): Buffer => Buffer.concat([...pieces]);
/** Incompressible bytes that repeat. */
const bytesOf = ({ seed, length }: { readonly seed: number; readonly length: number }): Buffer =>
  Buffer.alloc(length, randomBytes(seed));
const contents = fc
  .array(fc.record({ seed: fc.integer({ min: 1, max: 5000 }), length: fc.integer({ min: 0, max: BLOCK + 5000 }) }), {
    maxLength: 6,
  })
  .map((pieces) => pieces.map(bytesOf));

it('what was compressed, piece by piece and one content after another, comes out as it went in', () => {
  fc.assert(
    fc.property(contents, contents, fc.integer({ min: 0, max: 9 }), (first, second, level) => {
      const deflated = createDeflater(level);
      for (const content of [first, second])
        expect(inflateRawSync(joined(deflated(content))).equals(joined(content))).toBe(true);
      expect(gunzipSync(joined(gzipContent(first, level))).equals(joined(first))).toBe(true);
    }),
    { numRuns: propertyRuns(30) },
  );
});

it.each([BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK])('at the edge of a block: %i bytes', (length) => {
  const content = randomBytes(length);
  expect(inflateRawSync(joined(createDeflater(6)([content]))).equals(content)).toBe(true);
});

it('a block knows the end of the one before: the result is hardly larger than in one call', () => {
  // Repeats at the maximum distance of the window.
  const content = Buffer.alloc(8 * BLOCK, randomBytes(31 * 1024));
  const whole = deflateRawSync(content, { level: 6 }).length;
  expect(joined(createDeflater(6)([content])).length).toBeLessThan(whole * 1.02);
});
