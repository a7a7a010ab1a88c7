import { type CommandSpec, left, right } from '@boxwood/command-bus';
import { fanDefault } from '@boxwood/box-sdk/rules';
import { firstValueFrom } from 'rxjs';
import { expect, it } from 'vitest';
import { boxFan } from './fan.ts';

const refused = (code: number) => left({ _tag: 'Refused', family: 'GEN', code, fields: {} } as const);
const createFixture = (answers: Readonly<Record<string, unknown>>) => {
  const asked: unknown[] = [];
  const exec = ({ name }: CommandSpec, params: unknown) => {
    asked.push([name, params]);
    // Tests define the responses.
    return () => Promise.resolve(answers[name] as never);
  };
  return { fan: boxFan({ exec }), asked };
};

it('the rule and the fan as it is now; none where none was made, there is none, or it cannot be read', async () => {
  const now = { temp: 41.5, rpm: 1240, runs: 1 };
  const state = (kept: unknown, status: object) =>
    firstValueFrom(createFixture({ GetRootJson: kept, GetDeviceStatus: right(status) }).fan.state());
  expect(await state(right({ object: fanDefault }), { fan: now })).toEqual(right({ rule: fanDefault, current: now }));
  expect(await state(refused(15), {})).toEqual(right({ rule: null, current: null }));
  expect(await state(right({ object: { powers: 'newer' } }), {})).toMatchObject(right({ rule: null }));
  expect(await state(refused(20), {})).toMatchObject({ _tag: 'Left' });
});

it('a rule is kept as it was said', async () => {
  const { fan, asked } = createFixture({ SetRootJson: right({}) });
  expect(await firstValueFrom(fan.save(fanDefault))).toEqual(right(null));
  expect(asked).toEqual([['SetRootJson', { name: 'fan_rule', object: fanDefault }]]);
});
