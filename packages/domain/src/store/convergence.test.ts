import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppliedEvents } from './applied-events.ts';
import { isLater } from './recorded.ts';

describe('order of events', () => {
  const stamp = fc.record({
    at: fc.integer({ min: 0, max: 3 }),
    origin: fc.constantFrom('a', 'b'),
    seq: fc.integer({ min: 0, max: 3 }),
  });

  it('is total: of two different stamps exactly one is later', () => {
    fc.assert(
      fc.property(stamp, stamp, (one, two) => {
        const same = one.at === two.at && one.origin === two.origin && one.seq === two.seq;
        expect(Number(isLater(one, two)) + Number(isLater(two, one))).toBe(same ? 0 : 1);
      }),
    );
  });

  it('is transitive', () => {
    fc.assert(
      fc.property(stamp, stamp, stamp, (a, b, c) => {
        if (isLater(a, b) && isLater(b, c)) expect(isLater(a, c)).toBe(true);
      }),
    );
  });
});

describe('seen counts', () => {
  it('admit every count once, in any order, and nothing at or below the floor', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 })), fc.integer({ min: 0, max: 30 }), (counts, floor) => {
        const seen = new AppliedEvents();
        seen.cover('x', floor);
        const admitted = counts.filter((seq) => seen.admit('x', seq));
        expect(admitted).toEqual([...new Set(counts)].filter((seq) => seq > floor));
      }),
    );
  });

  it('stay small: a long history moves the floor up', () => {
    const seen = new AppliedEvents();
    for (let seq = 1; seq <= 20_000; seq += 1) expect(seen.admit('x', seq)).toBe(true);
    expect(seen.admit('x', 1)).toBe(false);
    expect(seen.admit('x', 20_000)).toBe(false);
  });
});
