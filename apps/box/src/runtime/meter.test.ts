import { expect, it } from 'vitest';
import { Gauge } from './gauge.ts';
import { Meter } from './meter.ts';

it('tells the speed of the last five looks and the time that is left at it', () => {
  let now = 1_000_000;
  const gauge = new Gauge();
  gauge.expect(10_000);
  const meter = new Meter({ now: () => now }, gauge);
  const go = (seconds: number, each: number): void => {
    for (let at = 0; at < seconds; at += 1) {
      now += 1000;
      gauge.advance(each);
      meter.sample();
    }
  };
  expect([meter.speed, meter.eta]).toEqual([0, null]);
  // Before the first sample: since the start.
  now += 2000;
  gauge.advance(100);
  expect([meter.speed, meter.eta]).toEqual([50, 198]);
  go(10, 10);
  expect([meter.speed, meter.eta]).toEqual([10, 980]);
  go(2, 100);
  expect([meter.speed, meter.eta]).toEqual([55, 175]);
  go(2, 100);
  expect([meter.speed, meter.eta]).toEqual([100, 94]);
  // No progress means no ETA.
  go(4, 0);
  expect([meter.speed, meter.eta]).toEqual([0, null]);
});
