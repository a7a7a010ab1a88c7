import { GEN } from '@boxwood/command-bus';
import { decode } from '@boxwood/command-bus/codecs';
import { RebootPlan } from '@boxwood/box-sdk';
import { checkRebootPlan } from '@boxwood/box-sdk/rules';
import { Refusal } from '@boxwood/box-sdk/server';
import type { OperationActor } from '@boxwood/host';
import type { Calendar } from '../../runtime/calendar.ts';
import type { HostClient } from '../../runtime/host-client.ts';
import type { RunEnd, Timetable } from '../../runtime/timetable.ts';
import type { RestartBlockers } from './restart-blockers.ts';
import type { MachinePower } from './machine-power.ts';
import type { SettingHandler, RootSetting } from './root-settings.ts';

interface RebootPlansDeps {
  readonly host: Pick<HostClient, 'lacking' | 'disks'>;
  readonly power: Pick<MachinePower, 'later'>;
  readonly timetable: Pick<Timetable, 'add'>;
  readonly restartBlockers: Pick<RestartBlockers, 'first'>;
  /** Called with the reason when a restart is skipped. */
  readonly onSkip: (why: string) => void;
}

/** Actor of a scheduled restart, for which no user needs to be signed in. */
const SYSTEM_ACTOR: OperationActor = { user: '', from: '' };

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
export class RebootPlans implements SettingHandler {
  readonly #deps: RebootPlansDeps;
  #unschedule: () => void = () => undefined;

  constructor(deps: RebootPlansDeps) {
    this.#deps = deps;
  }

  async check(setting: RootSetting): Promise<void> {
    const plan = parseRebootPlan(setting);
    if (plan === null || !checkRebootPlan(plan).ok) throw new Refusal(GEN.invalid);
    if (plan.enable === 0) return;
    const lacking = await this.#deps.host.lacking('power');
    if (lacking === null) throw new Refusal(GEN.failed, 'host.absent');
    if (lacking.length > 0) throw new Refusal(GEN.failed, 'host.lacking');
  }

  apply(setting: RootSetting, since: 'kept' | 'now'): void {
    this.#unschedule();
    this.#unschedule = () => undefined;
    const plan = parseRebootPlan(setting);
    const at = plan === null ? null : calendarOf(plan);
    if (at === null) return;
    const unschedule = this.#deps.timetable.add({ name: 'reboot', at, missed: 'skip', run: () => this.#run() }, since);
    this.#unschedule = () => {
      // A run in progress ends by itself and reports its own failure.
      unschedule().catch(() => undefined);
    };
  }

  async #run(): Promise<RunEnd> {
    const { host, power, restartBlockers, onSkip } = this.#deps;
    const held = restartBlockers.first;
    if (held !== null) {
      onSkip(`the planned restart was skipped: ${held} is running`);
      return 'failed';
    }
    const found = await host.disks();
    // A machine without disk programs has no arrays either.
    if (found.answer === 'disks' && found.arrays.some(({ action }) => action !== 'idle' && action !== '')) {
      onSkip('the planned restart was skipped: an array is being rebuilt or checked');
      return 'failed';
    }
    try {
      await power.later('reboot', SYSTEM_ACTOR);
      return 'done';
    } catch (refused) {
      if (!(refused instanceof Refusal)) throw refused;
      onSkip(`the planned restart was skipped: ${refused.info ?? refused.code}`);
      return 'failed';
    }
  }
}

const parseRebootPlan = (setting: RootSetting): RebootPlan | null => {
  const read = decode(RebootPlan, setting);
  return read._tag === 'Right' ? read.right : null;
};
