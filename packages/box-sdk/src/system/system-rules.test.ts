import { describe, expect, it } from 'vitest';
import type { RebootPlan } from './system-settings-model.ts';
import { FanRule } from './system-settings-model.ts';
import {
  checkAdmin,
  checkFanRule,
  checkMirrors,
  checkPowerRight,
  checkRebootPlan,
  fanDefault,
  fanOff,
  nextReboot,
} from './system-rules.ts';

describe('system', () => {
  it('VALID-38 SYSTEM-04: rights', () => {
    expect(checkAdmin(false)).toEqual({ ok: false, issue: 'role.notAdmin' });
    expect(checkPowerRight(false)).toEqual({ ok: false, issue: 'role.noPermission' });
    expect(checkAdmin(true).ok && checkPowerRight(true).ok).toBe(true);
  });

  it('VALID-62 SYSTEM-09: on G2 the high threshold is not below the low one', () => {
    const rule = (temp_low: number, temp_high: number): FanRule => ({
      powers: [{ idx: 4, off: 0, hour: 4, min: 0, temp_low, temp_high }],
    });
    expect(checkFanRule(rule(75_000, 74_999), 'G2')).toEqual({ ok: false, issue: 'system.fanThresholds', idx: 4 });
    expect(checkFanRule(rule(75_000, 75_000), 'G2').ok).toBe(true);
    expect(checkFanRule(rule(75_000, 74_999), 'N3').ok).toBe(true);
  });

  it('CONST-58 SYSTEM-10 SYSTEM-11: 24 slots at 75 degrees; the preset switches all off', () => {
    expect(FanRule.is(fanDefault) && FanRule.is(fanOff)).toBe(true);
    expect(fanDefault.powers.map((p) => [p.idx, p.hour, p.min, p.off, p.temp_low, p.temp_high])).toEqual(
      Array.from({ length: 24 }, (_, i) => [i, i, 0, 0, 75_000, 75_000]),
    );
    expect(fanOff.powers.every((p) => p.off === 1)).toBe(true);
  });

  it('VALID-63 NET-13: 0 mirrors fail, 1 and 5 pass, 6 fail', () => {
    const mirrors = (n: number) => Array.from({ length: n }, (_, i) => `https://m${i}.example`);
    expect([0, 1, 5, 6].map((n) => checkMirrors(mirrors(n)).ok)).toEqual([false, true, true, false]);
  });

  it('VALID-64: a mirror with a space fails', () => {
    for (const mirror of ['https://a b.example', ' https://a.example', '', 'a\tb'])
      expect(checkMirrors([mirror])).toEqual({ ok: false, issue: 'system.mirrorSpace', mirror });
  });

  it('SYSTEM-15: weekly and monthly plans name their day', () => {
    const plan: RebootPlan = { enable: 1, frequency: 'week', time: '04:30' };
    expect(checkRebootPlan(plan)).toEqual({ ok: false, issue: 'system.rebootWeekday' });
    expect(checkRebootPlan({ ...plan, frequency: 'month' })).toEqual({ ok: false, issue: 'system.rebootDay' });
    expect(checkRebootPlan({ ...plan, frequency: 'day' }).ok).toBe(true);
  });

  it('P-04: the next run', () => {
    const at = (year: number, month: number, day: number, hour = 12, minute = 0) => ({
      year,
      month,
      day,
      hour,
      minute,
    });
    const daily: RebootPlan = { enable: 1, frequency: 'day', time: '04:30' };
    expect(nextReboot(daily, at(2026, 12, 31))).toEqual(at(2027, 1, 1, 4, 30));
    expect(nextReboot(daily, at(2026, 12, 31, 4, 29))).toEqual(at(2026, 12, 31, 4, 30));
    expect(nextReboot(daily, at(2026, 12, 31, 4, 30))).toEqual(at(2027, 1, 1, 4, 30));
    // 21 November 2026 is a Saturday.
    expect(nextReboot({ ...daily, frequency: 'week', weekday: 1 }, at(2026, 11, 21))).toEqual(at(2026, 11, 23, 4, 30));
    expect(nextReboot({ ...daily, frequency: 'week', weekday: 6 }, at(2026, 11, 21))).toEqual(at(2026, 11, 28, 4, 30));
    expect(nextReboot({ ...daily, frequency: 'week', weekday: 7 }, at(2026, 11, 21))).toEqual(at(2026, 11, 22, 4, 30));
    expect(nextReboot({ ...daily, frequency: 'month', day: 31 }, at(2027, 2, 3))).toEqual(at(2027, 2, 28, 4, 30));
    expect(nextReboot({ ...daily, frequency: 'month', day: 29 }, at(2028, 2, 3))).toEqual(at(2028, 2, 29, 4, 30));
    expect(nextReboot({ ...daily, frequency: 'month', day: 31 }, at(2027, 1, 31))).toEqual(at(2027, 2, 28, 4, 30));
    expect(nextReboot({ ...daily, enable: 0 }, at(2026, 1, 1))).toBeUndefined();
    expect(nextReboot({ ...daily, frequency: 'week' }, at(2026, 1, 1))).toBeUndefined();
  });
});
