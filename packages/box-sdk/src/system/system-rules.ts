/**
 * Fan, mirrors, scheduled reboot and permissions for box settings (areas SYSTEM and NET, VALID-62 to VALID-64, G-48).
 */
import type { BoxModel } from '@boxwood/command-bus';
import { failed, passed, unless } from '@boxwood/command-bus/rules';
import { FAN_TEMPERATURE_MILLIDEGREES, MAX_ENTRIES_BY_KIND } from '../constants.ts';
import type { FanRule, RebootPlan } from './system-settings-model.ts';

/** SYSTEM-04, VALID-38: whether the caller has the admin flag. */
export const checkAdmin = (admin: boolean) => unless(admin, 'role.notAdmin');
/** SYSTEM-04, ERR-158: whether the caller may reboot and shut down. */
export const checkPowerRight = (admin: boolean) => unless(admin, 'role.noPermission');

const powers = (off: 0 | 1): FanRule => ({
  powers: Array.from({ length: 24 }, (_, hour) => ({
    idx: hour,
    off,
    hour,
    min: 0,
    temp_low: FAN_TEMPERATURE_MILLIDEGREES,
    temp_high: FAN_TEMPERATURE_MILLIDEGREES,
  })),
});
/** CONST-58: 24 slots; the fan starts at 75 °C. */
export const fanDefault: FanRule = powers(0);
/** SYSTEM-11: the preset that switches the fan off. */
export const fanOff: FanRule = powers(1);

/** VALID-62: on G2 the high threshold is not below the low one. */
export const checkFanRule = (rule: FanRule, model: BoxModel) => {
  if (model !== 'G2') return passed;
  const invalid = rule.powers.find(({ temp_low, temp_high }) => temp_high < temp_low);
  return invalid === undefined ? passed : failed('system.fanThresholds', { idx: invalid.idx });
};

/** VALID-63, VALID-64: 1 to 5 mirror sources, none with a space. */
export const checkMirrors = (mirrors: readonly string[]) => {
  if (mirrors.length < 1) return failed('system.mirrorsNone');
  if (mirrors.length > MAX_ENTRIES_BY_KIND.mirrors)
    return failed('system.mirrorsTooMany', { max: MAX_ENTRIES_BY_KIND.mirrors });
  const invalid = mirrors.find((mirror) => mirror === '' || /\s/.test(mirror));
  return invalid === undefined ? passed : failed('system.mirrorSpace', { mirror: invalid });
};

/** A weekly plan names a weekday, a monthly one a day. */
export const checkRebootPlan = ({ frequency, weekday, day }: RebootPlan) => {
  if (frequency === 'week' && weekday === undefined) return failed('system.rebootWeekday');
  return frequency === 'month' && day === undefined ? failed('system.rebootDay') : passed;
};

/** A wall-clock time of the box, month from 1. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/**
 * When an enabled plan runs next, as the box's local time; a monthly day beyond the month's end is its last day. Undefined for a
 * plan that is off or incomplete. A time equal to `now` counts as past.
 */
export const nextReboot = (plan: RebootPlan, now: LocalTime): LocalTime | undefined => {
  if (plan.enable === 0 || !checkRebootPlan(plan).ok) return undefined;
  const [hour = 0, minute = 0] = plan.time.split(':').map(Number);
  const firstOffset = now.hour * 60 + now.minute >= hour * 60 + minute ? 1 : 0;
  // Calendar arithmetic in UTC: local times of the box have no zone here, so no day is shorter than another.
  for (let offset = firstOffset; offset <= 62; offset++) {
    const date = new Date(Date.UTC(now.year, now.month - 1, now.day + offset));
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const isDue =
      plan.frequency === 'day' ||
      (plan.frequency === 'week' && (date.getUTCDay() + 6) % 7 === (plan.weekday ?? 0) - 1) ||
      (plan.frequency === 'month' && day === Math.min(plan.day ?? 0, lastDay));
    if (isDue) return { year, month, day, hour, minute };
  }
  return undefined;
};
