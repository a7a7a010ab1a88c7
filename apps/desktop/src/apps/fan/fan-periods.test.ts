import { fanDefault, fanOff } from '@boxwood/box-sdk/rules';
import { expect, it } from 'vitest';
import { findInvalidPeriod, periodsOf, ruleOf } from './fan-periods.ts';

const whole = { time: '00:00', isOff: false, begins: 75, stops: 75 };

it('a rule of 24 equal hours is one period, and one that changes at night is three', () => {
  expect(periodsOf(fanDefault)).toEqual([whole]);
  expect(periodsOf(fanOff)).toEqual([{ ...whole, isOff: true }]);
  const powers = fanDefault.powers.map((slot) =>
    slot.hour < 6 || slot.hour > 21 ? { ...slot, off: 1 as const } : slot,
  );
  expect(periodsOf({ powers }).map(({ time, isOff }) => [time, isOff])).toEqual([
    ['00:00', true],
    ['06:00', false],
    ['22:00', true],
  ]);
});

it('periods are the rule that they were made of', () => {
  const periods = [whole, { time: '22:30', isOff: true, begins: 60, stops: 50 }];
  expect(ruleOf(periods)).toEqual({
    powers: [
      { idx: 0, hour: 0, min: 0, off: 0, temp_low: 75_000, temp_high: 75_000 },
      { idx: 1, hour: 22, min: 30, off: 1, temp_low: 50_000, temp_high: 60_000 },
    ],
  });
  expect(periodsOf(ruleOf(periods))).toEqual(periods);
});

it('VALID-62: a period that stops at a higher temperature than it begins at is wrong; equal is not', () => {
  expect(findInvalidPeriod([whole])).toBeNull();
  expect(findInvalidPeriod([whole, { ...whole, time: '08:00', stops: 76 }])).toEqual({ messageKey: 'wrongWay', n: 2 });
  expect(findInvalidPeriod([whole, whole])).toEqual({ messageKey: 'twice' });
});
