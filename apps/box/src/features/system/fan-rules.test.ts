import { type FanRule } from '@boxwood/box-sdk';
import { fanDefault } from '@boxwood/box-sdk/rules';
import { expect, it } from 'vitest';
import { shouldRun, slotAt } from './fan-rules.ts';

const slot = (idx: number, hour: number, min: number, more: Partial<FanRule['powers'][number]> = {}) => ({
  idx,
  hour,
  min,
  off: 0 as const,
  temp_low: 50_000,
  temp_high: 60_000,
  ...more,
});

it('a slot is valid until the next one begins, whatever their order, and the last one over midnight', () => {
  const rule = { powers: [slot(1, 22, 30), slot(0, 6, 0)] };
  const at = (hour: number, min: number) => slotAt(rule, hour * 60 + min)?.idx;
  expect([at(0, 0), at(5, 59), at(6, 0), at(22, 29), at(22, 30), at(23, 59)]).toEqual([1, 1, 0, 0, 1, 1]);
  expect(slotAt(fanDefault, 13 * 60 + 59)?.idx).toBe(13);
  expect(slotAt({ powers: [] }, 0)).toBeUndefined();
});

it('it begins at or above the high threshold, ends below the low one, and is off where the slot says so', () => {
  const runs = (temp: number | null, now: boolean, more = {}) =>
    shouldRun(slot(0, 0, 0, more), { temp, rpm: null, runs: now });
  expect([runs(59_999, false), runs(60_000, false), runs(50_000, true), runs(49_999, true)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(runs(99_000, true, { off: 1 })).toBe(false);
  // No sensor reports a temperature.
  expect(runs(null, false)).toBe(true);
  // Reversed thresholds, which other models accept: the fan does not switch back and forth.
  expect(runs(55_000, true, { temp_low: 60_000, temp_high: 50_000 })).toBe(true);
});
