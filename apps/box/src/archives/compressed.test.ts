import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { deflated, gzipped } from './compressed.ts';

const ENDLESS = 1e9;

it.each([
  ['gzip', (content: Generator<Buffer>) => gzipped(content, 1)],
  ['ZIP', (content: Generator<Buffer>) => deflated(content, ENDLESS, 1)],
] as const)(
  'whoever stops reading closes what is read, also while the compressor waits for them: %s',
  async (_, pressed) => {
    let isOpen = true;
    const content = function* (): Generator<Buffer> {
      try {
        for (;;) yield randomBytes(1024 * 1024);
      } finally {
        isOpen = false;
      }
    };
    for await (const piece of pressed(content())) {
      expect(piece.length).toBeGreaterThan(0);
      await delay(100);
      break;
    }
    expect(isOpen).toBe(false);
  },
);
