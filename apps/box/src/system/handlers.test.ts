import { Refusal } from '@boxwood/box-sdk/server';
import { expect, it } from 'vitest';
import { Facts } from '../identity/facts.ts';
import { identityMigrations } from '../identity/tables.ts';
import { openDatabase } from '../store/database.ts';
import { Host } from '../runtime/host.ts';
import { systemHandlers } from './handlers.ts';
import { Power } from './power.ts';
import { call } from '../identity/testing.ts';
import { callerFor } from '../vault/index.ts';

it('settings that nothing obeys are refused, whatever they hold, and none is said to be there', () => {
  const database = openDatabase(':memory:', { migrations: identityMigrations });
  const handlers = systemHandlers({
    facts: new Facts(database),
    model: 'G2',
    power: new Power(new Host({ place: 'none', stateDir: '', dataDir: '' })),
  });
  const nobody = { caller: callerFor('ann'), session: '', remote: '', headers: {} };
  const refusal = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (failure) {
      return failure instanceof Refusal ? [failure.code, failure.info] : failure;
    }
  };
  expect(refusal(() => handlers.setRootJson({ name: 'fan_rule', object: {} }, nobody, call))).toEqual([
    3,
    'notOffered',
  ]);
  expect(refusal(() => handlers.rootJson({ name: 'fan_rule' }, nobody, call))).toEqual([15, undefined]);
  expect(refusal(() => handlers.rootJson({ name: '../fan_rule' }, nobody, call))).toEqual([11, undefined]);
  expect(refusal(() => handlers.setRootJson({ name: 'ports', object: {} }, nobody, call))).toEqual([11, undefined]);
  expect(database.all((row) => row, 'select * from facts')).toEqual([]);
  database.close();
});
