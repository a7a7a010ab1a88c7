import { GEN } from '@boxwood/command-bus';
import { decode } from '@boxwood/command-bus/codecs';
import { RebootPlan } from '@boxwood/box-sdk';
import { checkRebootPlan } from '@boxwood/box-sdk/rules';
import { Refusal } from '@boxwood/box-sdk/server';
import type { By } from '@boxwood/host';
import type { Calendar } from '../runtime/calendar.ts';
import type { Host } from '../runtime/host.ts';
import type { RunEnd, Timetable } from '../runtime/timetable.ts';
import type { Holds } from './holds.ts';
import type { Power } from './power.ts';
import type { Obeyer, Setting } from './root-settings.ts';

interface Deps {
  readonly host: Pick<Host, 'lacking' | 'disks'>;
  readonly power: Pick<Power, 'later'>;
  readonly timetable: Pick<Timetable, 'add'>;
  readonly holds: Pick<Holds, 'any'>;
  /** Called with the reason when a restart is skipped. */
  readonly onSkip: (why: string) => void;
}

/** Actor of a scheduled restart, for which no user needs to be signed in. */
const ITSELF: By = { user: '', from: '' };

/**
 * Converts a plan to a calendar time; null while it is off or names no day. The wire counts weekdays from Monday, 1 to
 * 7.
 */
export const calendarOf = (plan: RebootPlan): Calendar | null => {
  if (plan.enable === 0 || !checkRebootPlan(plan).ok) return null;
  const [hour = 0, minute = 0] = plan.time.split(':').map(Number);
  switch (plan.frequency) {
    case 'day':
      return { hour, minute };
    case 'week':
      return { hour, minute, on: { weekday: (plan.weekday ?? 0) % 7 } };
    case 'month':
      return { hour, minute, on: { monthday: plan.day ?? 0 } };
  }
};

/**
 * The scheduled restart (P-04), run by the timetable and the helper. A missed restart is skipped, and so is one that
 * would interrupt a running operation.
 */
export class RebootPlans implements Obeyer {
  readonly #deps: Deps;
  #takeOff: () => void = () => undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async check(setting: Setting): Promise<void> {
    const plan = planOf(setting);
    if (plan === null || !checkRebootPlan(plan).ok) throw new Refusal(GEN.invalid);
    if (plan.enable === 0) return;
    const lacking = await this.#deps.host.lacking('power');
    if (lacking === null) throw new Refusal(GEN.failed, 'host.absent');
    if (lacking.length > 0) throw new Refusal(GEN.failed, 'host.lacking');
  }

  obey(setting: Setting, since: 'kept' | 'now'): void {
    this.#takeOff();
    this.#takeOff = () => undefined;
    const plan = planOf(setting);
    const at = plan === null ? null : calendarOf(plan);
    if (at === null) return;
    const takeOff = this.#deps.timetable.add({ name: 'reboot', at, missed: 'skip', run: () => this.#run() }, since);
    this.#takeOff = () => {
      // A run in progress ends by itself and reports its own failure.
      takeOff().catch(() => undefined);
    };
  }

  async #run(): Promise<RunEnd> {
    const { host, power, holds, onSkip } = this.#deps;
    const held = holds.any;
    if (held !== null) {
      onSkip(`the planned restart was left out: ${held} is under way`);
      return 'failed';
    }
    const found = await host.disks();
    // A machine without disk programs has no arrays either.
    if (found.answer === 'disks' && found.arrays.some(({ action }) => action !== 'idle' && action !== '')) {
      onSkip('the planned restart was left out: an array is being filled or checked');
      return 'failed';
    }
    try {
      await power.later('reboot', ITSELF);
      return 'done';
    } catch (refused) {
      if (!(refused instanceof Refusal)) throw refused;
      onSkip(`the planned restart was left out: ${refused.info ?? refused.code}`);
      return 'failed';
    }
  }
}

const planOf = (setting: Setting): RebootPlan | null => {
  const read = decode(RebootPlan, setting);
  return read._tag === 'Right' ? read.right : null;
};
