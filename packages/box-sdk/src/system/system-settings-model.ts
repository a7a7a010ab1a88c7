/** Models of the settings that a box stores as JSON, in a separate module so that other pages do not load it. */
import type { TypeOf } from '@boxwood/command-bus/codecs';
import { flag, intBetween, list, matching, oneOf, str, struct, text } from '@boxwood/command-bus/codecs';

/**
 * One slot of the fan rule (SYSTEM-08, G-48): from `hour`:`min` until the next slot; `off` 1 keeps the fan off; it starts at or
 * above `temp_high` and stops below `temp_low`, both in millidegrees Celsius.
 */
export const FanSlot = struct(
  {
    /** Index within the day. */
    idx: intBetween(0, 23),
    /** 1: the fan stays off. */
    off: flag,
    /** Start hour of the slot, which ends at the next slot. */
    hour: intBetween(0, 23),
    /** Start minute of the slot. */
    min: intBetween(0, 59),
    /** Millidegrees Celsius; below it the fan stops. */
    temp_low: intBetween(0, 200_000),
    /** Millidegrees Celsius; at or above it the fan runs. */
    temp_high: intBetween(0, 200_000),
  },
  {},
  'FanSlot',
);
export type FanSlot = TypeOf<typeof FanSlot>;

/** The fan rule, up to 24 slots (root JSON `fan_rule`, SDK-E22). */
export const FanRule = struct(
  {
    /** Slots of the day, at most 24. */
    powers: list(FanSlot, 24),
  },
  {},
  'FanRule',
);
export type FanRule = TypeOf<typeof FanRule>;

/**
 * A scheduled reboot (root JSON `reboot_plan`, SYSTEM-15, SDK-E30): local time `HH:mm`; weekday 1 Monday to 7 for weekly plans,
 * day 1 to 31 for monthly ones (the last day of a shorter month).
 */
export const RebootPlan = struct(
  {
    /** 1: the plan is active. */
    enable: flag,
    /** How often. */
    frequency: oneOf(['day', 'week', 'month']),
    /** Local time, `HH:mm`. */
    time: matching('HH:mm', /^([01]\d|2[0-3]):[0-5]\d$/),
  },
  {
    /** For weekly plans: 1 Monday to 7 Sunday. */
    weekday: intBetween(1, 7),
    /** For monthly plans; in a shorter month the last day. */
    day: intBetween(1, 31),
  },
  'RebootPlan',
);
export type RebootPlan = TypeOf<typeof RebootPlan>;

/** Mirror sources of the box (root JSON `mirror`): 1 to 5 addresses. */
export const MirrorConfig = struct(
  {
    /** Addresses, 1 to 5, in the order of use. */
    list: list(str, 5),
  },
  {},
  'MirrorConfig',
);
export type MirrorConfig = TypeOf<typeof MirrorConfig>;

/** When the status light is on (root JSON `led_plan`), local times `HH:mm`. */
export const LedPlan = struct(
  {
    /** 1: the plan is active. */
    enable: flag,
    /** Local time, `HH:mm`. */
    on: matching('HH:mm', /^([01]\d|2[0-3]):[0-5]\d$/),
    /** Local time, `HH:mm`. */
    off: matching('HH:mm', /^([01]\d|2[0-3]):[0-5]\d$/),
  },
  {},
  'LedPlan',
);
export type LedPlan = TypeOf<typeof LedPlan>;

/** Settings stored as JSON on the box, with the codec of each (G-48). */
export const ROOT_JSON = {
  fan_rule: FanRule,
  reboot_plan: RebootPlan,
  mirror: MirrorConfig,
  led_plan: LedPlan,
} as const;
export type RootJsonName = keyof typeof ROOT_JSON;
export const RootJsonName = oneOf(['fan_rule', 'reboot_plan', 'mirror', 'led_plan']);
/** Name of a setting stored as JSON: {@link RootJsonName}, or another one that a box supports. */
export const SettingName = text(1, 64);
