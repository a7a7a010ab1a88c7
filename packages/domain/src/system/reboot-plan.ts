import { GetRootJson, ListTimetable, RebootPlan, SetRootJson } from '@boxwood/box-sdk';
import { type Client, GEN, right } from '@boxwood/command-bus';
import { forkJoin, map } from 'rxjs';
import { answer, begin, mapRight, type Outcome, type Question } from '../outcome.ts';

export type Plan = RebootPlan;

/** When the box restarts automatically. */
export interface Planned {
  /** Null where no plan is set, or a newer box uses an unknown one. */
  readonly plan: Plan | null;
  /** Next restart in epoch seconds; null where none is planned or the box does not report it. */
  readonly next: number | null;
}

/** The scheduled restart (P-04); administrators only. */
export interface RebootPlans {
  planned(): Question<Planned>;
  save(plan: Plan): Outcome<null>;
}

const NAME = 'reboot_plan';

/** {@link RebootPlans} implemented by a box client. */
export const boxRebootPlans = (box: Pick<Client, 'exec'>): RebootPlans => ({
  planned: () =>
    forkJoin([answer(box, GetRootJson, { name: NAME }), answer(box, ListTimetable, {})]).pipe(
      map(([kept, timetable]) => {
        const none = kept._tag === 'Left' && kept.left._tag === 'Refused' && kept.left.code === GEN.path;
        if (kept._tag === 'Left' && !none) return kept;
        const object = kept._tag === 'Right' ? kept.right.object : null;
        // A box of the specification has no timetable.
        const rows = timetable._tag === 'Right' ? timetable.right.list : [];
        return right({
          plan: RebootPlan.is(object) ? object : null,
          next: rows.find(({ name }) => name === 'reboot')?.next ?? null,
        });
      }),
    ),
  save: (plan) => begin(answer(box, SetRootJson, { name: NAME, object: { ...plan } }).pipe(mapRight(() => null))),
});
