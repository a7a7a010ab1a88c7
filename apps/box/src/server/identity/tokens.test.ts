import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { digest } from './secrets.ts';
import { identityMigrations } from './identity-tables.ts';
import { TOKEN_LIFE_MS, Tokens } from './tokens.ts';
import { Users } from './users.ts';

let now = 1_700_000_000_000;
const clock = { now: () => now };
const database = openDatabase(':memory:', { migrations: identityMigrations });
const tokens = new Tokens(database, clock);
const users = new Users(database, clock);
const ann = { name: 'annabel', admin: true, owner: true };
const bob = { name: 'robert1', admin: false, verifier: 'v' };

const signIn = () => {
  users.create(ann, 'v');
  users.replace([bob]);
  const token = tokens.issue('robert1');
  const session = digest(token);
  expect(tokens.verify(session)).toMatchObject({ name: 'robert1', admin: false });
  return { token, session };
};

describe('tokens that were just asked for', () => {
  afterEach(() => database.exec('delete from tokens; delete from users'));

  it('G-05: end at once when they are taken back, one or all of a user', () => {
    const { session } = signIn();
    const other = digest(tokens.issue('robert1'));
    tokens.end(session);
    expect(tokens.verify(session)).toBeUndefined();
    expect(tokens.hasEnded(session)).toBe(true);
    expect(tokens.verify(other)).toBeDefined();
    tokens.endAll('robert1');
    expect(tokens.verify(other)).toBeUndefined();
  });

  it('follow the user at once: another role, and nobody any more', () => {
    const { session } = signIn();
    users.replace([{ ...bob, admin: true }]);
    expect(tokens.verify(session)).toMatchObject({ admin: true });
    users.replace([]);
    expect(tokens.verify(session)).toBeUndefined();
  });

  it('are what they were before a change that was rolled back', () => {
    const { session } = signIn();
    const change = () =>
      database.transaction(() => {
        database.run('delete from tokens');
        expect(tokens.verify(session)).toBeUndefined();
        throw new Error('no');
      });
    expect(change).toThrow('no');
    expect(tokens.verify(session)).toMatchObject({ name: 'robert1' });
  });

  it('live on with every use and end a day after the last', () => {
    const { session } = signIn();
    now += TOKEN_LIFE_MS - 1;
    expect(tokens.verify(session)).toBeDefined();
    now += TOKEN_LIFE_MS - 1;
    expect(tokens.verify(session)).toBeDefined();
    now += TOKEN_LIFE_MS + 1;
    expect(tokens.verify(session)).toBeUndefined();
  });
});
