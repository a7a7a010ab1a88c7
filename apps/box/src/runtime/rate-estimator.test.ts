import { expect, it } from 'vitest';
import { Progress } from './progress.ts';
import { RateEstimator } from './rate-estimator.ts';

it('tells the speed of the last five looks and the time that is left at it', () => {
  let now = 1_000_000;
  const gauge = new Progress();
  gauge.setTotal(10_000);
  const meter = new RateEstimator({ now: () => now }, gauge);
  const go = (seconds: number, each: number): void => {
    for (let at = 0; at < seconds; at += 1) {
      now += 1000;
      gauge.addDone(each);
      meter.sample();
    }
  };
  expect([meter.speed, meter.eta]).toEqual([0, null]);
  // Before the first sample: since the start.
  now += 2000;
  gauge.addDone(100);
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
