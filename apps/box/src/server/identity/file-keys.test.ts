import { afterAll, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { FILE_KEY_RENEW_S, FileKeys } from './file-keys.ts';
import { identityMigrations } from './identity-tables.ts';

let now = 1_000_000;
const database = openDatabase(':memory:', { migrations: identityMigrations });
afterAll(() => database.close());
beforeEach(() => database.exec('delete from file_keys'));
const keys = new FileKeys(database, { now: () => now });
const holder = { user: 'robert1', session: 's1' };

it('a key begins nothing after two of its hours, and what began with it goes on', () => {
  const key = keys.issue(holder);
  now += 2 * FILE_KEY_RENEW_S * 1000;
  expect(keys.verify(key)).toEqual(holder);
  now += 1;
  keys.issue({ user: 'annabel', session: 's2' });
  expect(keys.verify(key)).toBeUndefined();
  expect(keys.verify(key, 'go-on')).toEqual(holder);
  now += 25 * 3_600_000;
  keys.issue({ user: 'annabel', session: 's2' });
  expect(keys.verify(key, 'go-on')).toBeUndefined();
});

it('a key ends with its session and with its user, for what is under way too', () => {
  const [one, two] = [keys.issue(holder), keys.issue({ ...holder, session: 's2' })];
  keys.end('s1');
  expect([keys.verify(one, 'go-on'), keys.verify(two)]).toEqual([undefined, { ...holder, session: 's2' }]);
  keys.endAll('robert1');
  expect(keys.verify(two, 'go-on')).toBeUndefined();
});
