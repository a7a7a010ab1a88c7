import { GEN } from '@boxwood/command-bus';
import { decode } from '@boxwood/command-bus/codecs';
import { type BoxModel, FanRule } from '@boxwood/box-sdk';
import { checkFanRule } from '@boxwood/box-sdk/rules';
import { Refusal } from '@boxwood/box-sdk/server';
import type { By } from '@boxwood/host';
import type { Clock } from '../clock.ts';
import type { Host } from '../runtime/host.ts';
import type { RunEnd, Timetable } from '../runtime/timetable.ts';
import type { Obeyer, Setting } from './root-settings.ts';
import type { FanNow } from './sys.ts';

type Slot = FanRule['powers'][number];

interface Deps {
  readonly model: BoxModel;
  readonly clock: Clock;
  readonly host: Pick<Host, 'lacking' | 'plan' | 'act'>;
  readonly timetable: Pick<Timetable, 'add'>;
  /** Reads the fan; null where there is none. */
  readonly read: () => Promise<FanNow | null>;
}

/** How often to read the temperature while a rule exists, in ms. */
const EVERY_MS = 10_000;
/** Actor of scheduled operations, for which no user needs to be signed in. */
const ITSELF: By = { user: '', from: '' };

/** The slot for a minute of the local day: a slot lasts until the next one begins, also over midnight. */
export const slotAt = ({ powers }: FanRule, minute: number): Slot | undefined => {
  const slots = powers.toSorted((one, other) => one.hour * 60 + one.min - (other.hour * 60 + other.min));
  return slots.findLast(({ hour, min }) => hour * 60 + min <= minute) ?? slots.at(-1);
};

/**
 * Whether the fan should run: yes at or above the high threshold, no below the low one, unchanged in between (G-48).
 */
export const shouldRun = ({ off, temp_low, temp_high }: Slot, { temp, runs }: FanNow): boolean => {
  if (off === 1) return false;
  // Without a temperature reading the fan runs.
  if (temp === null || temp >= temp_high) return true;
  return temp < temp_low ? false : runs;
};

/**
 * Controls the fan by its rule (P-26): a scheduled task reads the temperature, and the helper switches the fan. Without
 * a rule the hardware controls it.
 */
export class FanRules implements Obeyer {
  readonly #deps: Deps;
  #takeOff: () => void = () => undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async check(setting: Setting): Promise<void> {
    const { model, host, read } = this.#deps;
    const rule = ruleOf(setting);
    if (rule === null || !checkFanRule(rule, model).ok) throw new Refusal(GEN.invalid);
    const starts = rule.powers.map(({ hour, min }) => hour * 60 + min);
    if (starts.length === 0 || new Set(starts).size < starts.length) throw new Refusal(GEN.invalid);
    if ((await read()) === null) throw new Refusal(GEN.failed, 'fan.absent');
    if ((await host.lacking('fan')) === null) throw new Refusal(GEN.failed, 'host.absent');
  }

  obey(setting: Setting, since: 'kept' | 'now'): void {
    this.#takeOff();
    this.#takeOff = () => undefined;
    const rule = ruleOf(setting);
    if (rule === null) return;
    const takeOff = this.#deps.timetable.add({ name: 'fan', everyMs: EVERY_MS, run: () => this.#turn(rule) }, since);
    this.#takeOff = () => {
      takeOff().catch(() => undefined);
    };
  }

  async #turn(rule: FanRule): Promise<RunEnd> {
    const { clock, host, read } = this.#deps;
    const now = await read();
    const time = new Date(clock.now());
    const slot = slotAt(rule, time.getHours() * 60 + time.getMinutes());
    if (now === null || slot === undefined) return 'failed';
    const run = shouldRun(slot, now);
    if (run === now.runs) return 'done';
    const on = run ? 1 : 0;
    const plan = await host.plan('fan', { on }, ITSELF);
    // Too hot for what the rule requests: the helper keeps the fan running.
    if ('answer' in plan) return plan.detail === 'hot' ? 'done' : 'failed';
    return (await host.act('fan', { on }, plan.hash, ITSELF)) === null ? 'done' : 'failed';
  }
}

const ruleOf = (setting: Setting): FanRule | null => {
  const read = decode(FanRule, setting);
  return read._tag === 'Right' ? read.right : null;
};
