import { type CommandSpec, GEN, left, right } from '@boxwood/command-bus';
import { firstValueFrom } from 'rxjs';
import { expect, it } from 'vitest';
import { boxRebootPlans, type RestartPlan } from './reboot-plan.ts';

const plan: RestartPlan = { enable: 1, frequency: 'week', time: '04:30', weekday: 7 };
const refused = (code: number) => left({ _tag: 'Refused', family: 'GEN', code, fields: {} } as const);

const createFixture = (answers: Readonly<Record<string, unknown>>) => {
  const asked: unknown[] = [];
  const exec = ({ name }: CommandSpec, params: unknown) => {
    asked.push([name, params]);
    // Tests define the responses.
    return () => Promise.resolve(answers[name] as never);
  };
  return { plans: boxRebootPlans({ exec }), asked };
};
const planned = (answers: Readonly<Record<string, unknown>>) => firstValueFrom(createFixture(answers).plans.schedule());

it('a plan is shown with its next time; none where none was written, and what cannot be read is said', async () => {
  const timetable = right({
    list: [
      { name: 'backup', next: 5 },
      { name: 'reboot', next: 7 },
    ],
  });
  expect(await planned({ GetRootJson: right({ object: plan }), ListTimetable: timetable })).toEqual(
    right({ plan, next: 7 }),
  );
  expect(await planned({ GetRootJson: refused(GEN.path), ListTimetable: refused(GEN.failed) })).toEqual(
    right({ plan: null, next: null }),
  );
  expect(
    await planned({ GetRootJson: right({ object: { enable: 'x' } }), ListTimetable: right({ list: [] }) }),
  ).toEqual(right({ plan: null, next: null }));
  expect(await planned({ GetRootJson: refused(GEN.failed), ListTimetable: timetable })).toEqual(refused(GEN.failed));
});

it('one is written under its name', async () => {
  const { plans, asked } = createFixture({ SetRootJson: right({}) });
  expect(await firstValueFrom<unknown>(plans.save(plan))).toEqual(right(null));
  expect(asked).toEqual([['SetRootJson', { name: 'reboot_plan', object: plan }]]);
});
