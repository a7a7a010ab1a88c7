import { GEN } from '@boxwood/command-bus';
import { decode } from '@boxwood/command-bus/codecs';
import { type BoxModel, FanRule } from '@boxwood/box-sdk';
import { checkFanRule } from '@boxwood/box-sdk/rules';
import { Refusal } from '@boxwood/box-sdk/server';
import type { OperationActor } from '@boxwood/host';
import type { Clock } from '../../platform/clock.ts';
import type { HostClient } from '../../runtime/host-client.ts';
import type { RunEnd, Timetable } from '../../runtime/timetable.ts';
import type { SettingHandler, RootSetting } from './root-settings.ts';
import type { FanState } from './sysfs.ts';

type FanSlot = FanRule['powers'][number];

interface FanRulesDeps {
  readonly model: BoxModel;
  readonly clock: Clock;
  readonly host: Pick<HostClient, 'lacking' | 'plan' | 'execute'>;
  readonly timetable: Pick<Timetable, 'add'>;
  /** Reads the fan; null where there is none. */
  readonly read: () => Promise<FanState | null>;
}

/** How often to read the temperature while a rule exists, in ms. */
const CHECK_INTERVAL_MS = 10_000;
/** Actor of scheduled operations, for which no user needs to be signed in. */
const SYSTEM_ACTOR: OperationActor = { user: '', from: '' };

/** The slot for a minute of the local day: a slot lasts until the next one begins, also over midnight. */
export const slotAt = ({ powers }: FanRule, minute: number): FanSlot | undefined => {
  const slots = powers.toSorted((one, other) => one.hour * 60 + one.min - (other.hour * 60 + other.min));
  return slots.findLast(({ hour, min }) => hour * 60 + min <= minute) ?? slots.at(-1);
};

/**
 * Whether the fan should run: yes at or above the high threshold, no below the low one, unchanged in between (G-48).
 */
export const shouldRun = ({ off, temp_low, temp_high }: FanSlot, { temp, runs }: FanState): boolean => {
  if (off === 1) return false;
  // Without a temperature reading the fan runs.
  if (temp === null || temp >= temp_high) return true;
  return temp < temp_low ? false : runs;
};

/**
 * Controls the fan by its rule (P-26): a scheduled task reads the temperature, and the helper switches the fan. Without
 * a rule the hardware controls it.
 */
export class FanRules implements SettingHandler {
  readonly #deps: FanRulesDeps;
  #unschedule: () => void = () => undefined;

  constructor(deps: FanRulesDeps) {
    this.#deps = deps;
  }

  async check(setting: RootSetting): Promise<void> {
    const { model, host, read } = this.#deps;
    const rule = parseFanRule(setting);
    if (rule === null || !checkFanRule(rule, model).ok) throw new Refusal(GEN.invalid);
    const starts = rule.powers.map(({ hour, min }) => hour * 60 + min);
    if (starts.length === 0 || new Set(starts).size < starts.length) throw new Refusal(GEN.invalid);
    if ((await read()) === null) throw new Refusal(GEN.failed, 'fan.absent');
    if ((await host.lacking('fan')) === null) throw new Refusal(GEN.failed, 'host.absent');
  }

  apply(setting: RootSetting, since: 'kept' | 'now'): void {
    this.#unschedule();
    this.#unschedule = () => undefined;
    const rule = parseFanRule(setting);
    if (rule === null) return;
    const unschedule = this.#deps.timetable.add(
      { name: 'fan', everyMs: CHECK_INTERVAL_MS, run: () => this.#switchFan(rule) },
      since,
    );
    this.#unschedule = () => {
      unschedule().catch(() => undefined);
    };
  }

  async #switchFan(rule: FanRule): Promise<RunEnd> {
    const { clock, host, read } = this.#deps;
    const now = await read();
    const time = new Date(clock.now());
    const slot = slotAt(rule, time.getHours() * 60 + time.getMinutes());
    if (now === null || slot === undefined) return 'failed';
    const run = shouldRun(slot, now);
    if (run === now.runs) return 'done';
    const on = run ? 1 : 0;
    const plan = await host.plan('fan', { on }, SYSTEM_ACTOR);
    // Too hot for what the rule requests: the helper keeps the fan running.
    if ('answer' in plan) return plan.detail === 'hot' ? 'done' : 'failed';
    return (await host.execute('fan', { on }, plan.hash, SYSTEM_ACTOR)) === null ? 'done' : 'failed';
  }
}

const parseFanRule = (setting: RootSetting): FanRule | null => {
  const read = decode(FanRule, setting);
  return read._tag === 'Right' ? read.right : null;
};
