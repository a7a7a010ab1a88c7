import { Refusal } from '@boxwood/box-sdk/server';
import { beforeEach, expect, it } from 'vitest';
import { Facts } from '../identity/facts.ts';
import { identityMigrations } from '../identity/identity-tables.ts';
import { LoginRateLimiter } from '../identity/login-rate-limiter.ts';
import { Users } from '../identity/users.ts';
import { openDatabase } from '../../store/database.ts';
import { Setup } from './setup.ts';

const request = { boxname: ' Home ', username: 'annabel', password: 'hedge-in-june' };
let setup: Setup;
let users: Users;
let facts: Facts;
/** Events in order. */
let events: string[];
let refusing: Refusal | null;

beforeEach(() => {
  const database = openDatabase(':memory:', { migrations: identityMigrations });
  const clock = { now: () => 1_700_000_000_000 };
  [users, facts, events, refusing] = [new Users(database, clock), new Facts(database), [], null];
  setup = new Setup({
    users,
    facts,
    tries: new LoginRateLimiter(database, clock),
    onOwner: ({ name, password }) => {
      events.push(`owner ${name} ${password}, ${users.all().length} users`);
      return refusing === null ? Promise.resolve() : Promise.reject(refusing);
    },
    onReady: () => {
      events.push(`ready, ${facts.get('boxname') ?? ''}`);
      return Promise.resolve();
    },
  });
});

it('the owner gets an account, the box its owner and its name, and the code is forgotten', async () => {
  const code = setup.newCode();
  await setup.run({ ...request, code }, '10.0.0.1');
  expect(events).toEqual(['owner annabel hedge-in-june, 0 users', 'ready, Home']);
  expect(users.all()).toEqual([{ name: 'annabel', admin: true, owner: true }]);
  expect(await users.verify('annabel', 'hedge-in-june', '10.0.0.1')).toMatchObject({ name: 'annabel' });
  expect(facts.get('setup')).toBe('');
  expect(setup.needed).toBe(false);
});

it('without the account there is no owner, and the same code serves for another try', async () => {
  const code = setup.newCode();
  refusing = new Refusal(4, 'username');
  await expect(setup.run({ ...request, code }, '10.0.0.1')).rejects.toBe(refusing);
  expect([users.all(), facts.get('boxname'), setup.needed]).toEqual([[], undefined, true]);
  refusing = null;
  await setup.run({ ...request, code }, '10.0.0.1');
  expect(setup.needed).toBe(false);
});

it('a password that is common, or the name of the box or its owner, is refused before anything is made', async () => {
  const code = setup.newCode();
  for (const password of ['123456789', 'our-home-2026', 'annabel1'])
    await expect(
      setup.run({ ...request, boxname: 'Our home', password, code }, '10.0.0.1'),
      password,
    ).rejects.toMatchObject({ code: 4, info: 'login.passwordCommon' });
  expect(events).toEqual([]);
  expect(setup.needed).toBe(true);
});

it('a newer code makes the older one worthless, and before there is one nobody sets anything up', async () => {
  await expect(setup.run({ ...request, code: '' }, '10.0.0.1')).rejects.toMatchObject({ code: 6 });
  const older = setup.newCode();
  const newer = setup.newCode();
  await expect(setup.run({ ...request, code: older }, '10.0.0.1')).rejects.toMatchObject({ code: 6 });
  await setup.run({ ...request, code: newer }, '10.0.0.1');
});
