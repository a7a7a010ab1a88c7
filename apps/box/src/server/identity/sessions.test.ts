import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../store/database.ts';
import { openDatabase } from '../../store/database.ts';
import { digest } from './secrets.ts';
import { ScriptTokens } from './script-tokens.ts';
import { Sessions } from './sessions.ts';
import { identityMigrations } from './identity-tables.ts';
import { Tokens } from './tokens.ts';
import { Users } from './users.ts';

const TOKEN = 'A'.repeat(32);
let database: Database;
let tokens: Tokens;
let sessions: Sessions;
let now: number;
/** Current answer of the account service, and how often it was requested. */
let serviceAnswer: { readonly user: string; readonly admin: boolean } | null;
let requestCount: number;
let duringRequest: () => void;

beforeEach(() => {
  [now, requestCount, serviceAnswer, duringRequest] = [
    1_700_000_000_000,
    0,
    { user: 'robert1', admin: true },
    () => undefined,
  ];
  const clock = { now: () => now };
  database = openDatabase(':memory:', { migrations: identityMigrations });
  const users = new Users(database, clock);
  users.create({ name: 'annabel', admin: true, owner: true }, 'v');
  users.create({ name: 'robert1', admin: false, owner: false }, 'v');
  tokens = new Tokens(database, clock);
  const introspect = () => {
    requestCount += 1;
    duringRequest();
    return Promise.resolve(serviceAnswer);
  };
  sessions = new Sessions(tokens, new ScriptTokens(database, clock), users, { introspect }, clock);
});
afterEach(() => database.close());

const whose = async (name = 'robert1') => (await sessions.authenticate(name, TOKEN))?.user ?? null;

it('G-05: a yes of the account service is believed for a minute and a no for five seconds, then it is asked again', async () => {
  expect(await whose()).toBe('robert1');
  serviceAnswer = null;
  now += 59_999;
  expect([await whose(), requestCount]).toEqual(['robert1', 1]);
  expect(sessions.known(digest(TOKEN))).toBe('robert1');
  now += 1;
  expect(sessions.known(digest(TOKEN))).toBe(null);
  expect([await whose(), requestCount]).toEqual([null, 2]);
  serviceAnswer = { user: 'robert1', admin: false };
  now += 4999;
  expect([await whose(), requestCount]).toEqual([null, 2]);
  now += 1;
  expect([await whose(), requestCount]).toEqual(['robert1', 3]);
});

it('an account token is good under its own name alone, asked for the first time or known', async () => {
  expect(await whose('annabel')).toBe(null);
  expect(await whose()).toBe('robert1');
  expect(await whose('annabel')).toBe(null);
});

it('a token of a script is good under its maker’s name alone', async () => {
  const scripts = new ScriptTokens(database, { now: () => now });
  const { token } = scripts.add('annabel', {
    name: 'nightly',
    verb: 'read',
    path: '/mnt/usb1/annabel',
    days: 1,
    folder: null,
  });
  serviceAnswer = null;
  expect((await sessions.authenticate('annabel', token))?.user).toBe('annabel');
  expect(await sessions.authenticate('robert1', token)).toBe(null);
});

it('whether somebody is an administrator says the list of the box, not the answer', async () => {
  expect(await sessions.authenticate('robert1', TOKEN)).toMatchObject({ admin: false });
});

it('an answer that was under way when the session ended lets nobody in', async () => {
  const session = digest(TOKEN);
  duringRequest = () => {
    tokens.end(session);
    sessions.forget({ kind: 'session', session });
  };
  expect(await whose()).toBe(null);
  duringRequest = () => undefined;
  expect(await whose()).toBe(null);
});

it('an answer that was under way when something else ended is believed once, and asked for again', async () => {
  duringRequest = () => sessions.forget({ kind: 'session', session: 'of somebody else' });
  expect(await whose()).toBe('robert1');
  duringRequest = () => undefined;
  expect([await whose(), requestCount]).toEqual(['robert1', 2]);
});

it('what ended is forgotten: one session alone, or all of one user', async () => {
  const other = 'B'.repeat(32);
  const both = async () => {
    await sessions.authenticate('robert1', TOKEN);
    await sessions.authenticate('robert1', other);
    return requestCount;
  };
  expect(await both()).toBe(2);
  expect(await both()).toBe(2);
  sessions.forget({ kind: 'session', session: digest(TOKEN) });
  expect(sessions.known(digest(other))).toBe('robert1');
  expect(sessions.known(digest(TOKEN))).toBeNull();
  expect(await both()).toBe(3);
  sessions.forget({ kind: 'sessions', user: 'annabel' });
  expect(await both()).toBe(3);
  sessions.forget({ kind: 'user', user: 'robert1' });
  expect(await both()).toBe(5);
});

it('a crowd of made-up tokens does not fill the memory', async () => {
  serviceAnswer = null;
  for (let at = 0; at < 10_001; at += 1) await sessions.authenticate('robert1', `${at}`.padStart(32, '0'));
  serviceAnswer = { user: 'robert1', admin: false };
  // The cached first answer was evicted.
  expect((await sessions.authenticate('robert1', '0'.repeat(32)))?.user).toBe('robert1');
});
