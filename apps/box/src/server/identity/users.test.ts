import { runQueued } from '@boxwood/account';
import { Refusal } from '@boxwood/box-sdk/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { hashPassword } from './passwords.ts';
import { identityMigrations } from './identity-tables.ts';
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
  // The test releases the running hashes; all later ones wait.
  const holding = Promise.withResolvers<undefined>();
  const hold = ['one', 'two'].map((holder) => runQueued({ holder, known: true }, 2, () => holding.promise));
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
  // With more processors an anonymous hash runs at the same time.
  expect(order.slice(237 - 32).indexOf('annabel')).toBeLessThan(2);
});

it('a name that is a folder of the box, an option or a member of every object is nobody’s, whoever sends it', () => {
  const before = users.all().map(({ name }) => name);
  const bad = [
    'shared-files',
    '-rf',
    '--help',
    'constructor',
    '__proto__',
    '../x',
    '.boxwood',
    'Annabel',
    'ａnnabel',
    '',
  ];
  const sent = [...before, ...bad, 'robert1'].map((name) => ({ name, admin: false, verifier: 'x' }));
  users.replace(sent);
  expect(users.all().map(({ name }) => name)).toEqual([...before, 'robert1']);
  for (const name of bad)
    expect(() => {
      users.create({ name, admin: false, owner: false }, 'x');
    }, name).toThrow(Refusal);
});

it('the right password is its user’s alone, and a new one takes the place of the old', async () => {
  users.setVerifier('annabel', await hashPassword(PASSWORD, { holder: 'test', known: true }));
  const ask = async (name: string, password: string) => (await users.verify(name, password, '10.0.0.1'))?.name;
  expect(await ask('annabel', PASSWORD)).toBe('annabel');
  expect(await ask('annabel', 'wrong')).toBeUndefined();
  expect(await ask('robert1', PASSWORD)).toBeUndefined();
  // The decoy verifier of unknown names accepts no password.
  expect(await ask('nobody', 'no such user')).toBeUndefined();
  users.setVerifier('annabel', await hashPassword('another one', { holder: 'test', known: true }));
  expect([await ask('annabel', PASSWORD), await ask('annabel', 'another one')]).toEqual([undefined, 'annabel']);
  expect(await ask('robert1', 'another one')).toBeUndefined();
});

it('whom the account service told of before the box made them keep their verifier: what it tells the next time is no new password', () => {
  const told = [
    ...users.all().map(({ name, admin }) => ({ name, admin, verifier: `${name}'s` })),
    { name: 'early', admin: false, verifier: 'of the account' },
  ];
  users.replace(told);
  users.create({ name: 'early', admin: true, owner: false }, 'of the box');
  expect(users.get('early')?.admin).toBe(true);
  // The account service decides who administrates, and that is a change.
  expect(users.replace(told)).toEqual({ removed: [], renewed: [], others: true });
});
