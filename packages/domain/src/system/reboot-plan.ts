import { GetRootJson, ListTimetable, RebootPlan, SetRootJson } from '@boxwood/box-sdk';
import { type Client, GEN, right } from '@boxwood/command-bus';
import { forkJoin, map } from 'rxjs';
import { execute, startNow, mapRight, type Outcome, type LazyResult } from '../outcome.ts';

export type RestartPlan = RebootPlan;

/** When the box restarts automatically. */
export interface RestartSchedule {
  /** Null where no plan is set, or a newer box uses an unknown one. */
  readonly plan: RestartPlan | null;
  /** Next restart in epoch seconds; null where none is planned or the box does not report it. */
  readonly next: number | null;
}

/** The scheduled restart (P-04); administrators only. */
export interface RebootPlans {
  schedule(): LazyResult<RestartSchedule>;
  save(plan: RestartPlan): Outcome<null>;
}

const REBOOT_PLAN_NAME = 'reboot_plan';

/** {@link RebootPlans} implemented by a box client. */
export const boxRebootPlans = (box: Pick<Client, 'exec'>): RebootPlans => ({
  schedule: () =>
    forkJoin([execute(box, GetRootJson, { name: REBOOT_PLAN_NAME }), execute(box, ListTimetable, {})]).pipe(
      map(([stored, timetable]) => {
        const none = stored._tag === 'Left' && stored.left._tag === 'Refused' && stored.left.code === GEN.path;
        if (stored._tag === 'Left' && !none) return stored;
        const object = stored._tag === 'Right' ? stored.right.object : null;
        // A box of the specification has no timetable.
        const rows = timetable._tag === 'Right' ? timetable.right.list : [];
        return right({
          plan: RebootPlan.is(object) ? object : null,
          next: rows.find(({ name }) => name === 'reboot')?.next ?? null,
        });
      }),
    ),
  save: (plan) =>
    startNow(execute(box, SetRootJson, { name: REBOOT_PLAN_NAME, object: { ...plan } }).pipe(mapRight(() => null))),
});
