import { inTurn } from '@boxwood/account';
import { Refusal } from '@boxwood/box-sdk/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../store/database.ts';
import { hashPassword } from './passwords.ts';
import { identityMigrations } from './tables.ts';
import { Users } from './users.ts';

const database = openDatabase(':memory:', { migrations: identityMigrations });
const users = new Users(database, { now: () => 1 });
const PASSWORD = 'correct horse';

beforeAll(async () => {
  const verifier = await hashPassword(PASSWORD, { holder: 'test', known: true });
  users.create({ name: 'annabel', admin: true, owner: true }, verifier);
});
afterAll(() => database.close());

it('of 237 sign-ins with made-up names at once most are refused at once, and the family does not wait for the others', async () => {
  const order: string[] = [];
  // What hashes now ends when the test says so: all of the following waits.
  const holding = Promise.withResolvers<undefined>();
  const hold = ['one', 'two'].map((holder) => inTurn({ holder, known: true }, 2, () => holding.promise));
  const asked = Array.from({ length: 237 }, (_, at) =>
    users.verify(`nobody${at}`, PASSWORD, `10.0.0.${at % 20}`).then(
      () => order.push('stranger'),
      (failure: unknown) => order.push(failure instanceof Refusal ? `refused ${failure.code}` : 'failed'),
    ),
  );
  const owner = users.verify('annabel', PASSWORD, '10.0.0.1').then((user) => order.push(user?.name ?? 'refused'));
  await expect.poll(() => order.length).toBe(237 - 32);
  expect(new Set(order)).toEqual(new Set(['refused 2002']));
  holding.resolve(undefined);
  await Promise.all([...hold, ...asked, owner]);
  expect(order).toHaveLength(238);
  // On a machine with more processors a stranger is beside her.
  expect(order.slice(237 - 32).indexOf('annabel')).toBeLessThan(2);
});
