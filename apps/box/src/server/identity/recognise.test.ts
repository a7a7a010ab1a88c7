import { encodeRequest, ListFiles } from '@boxwood/box-sdk';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { FileKeys } from './file-keys.ts';
import { createRecognise } from './recognise.ts';
import { digest } from './secrets.ts';
import { ScriptTokens } from './script-tokens.ts';
import { Sessions } from './sessions.ts';
import { identityMigrations } from './identity-tables.ts';
import { Tokens } from './tokens.ts';
import { Users } from './users.ts';

const database = openDatabase(':memory:', { migrations: identityMigrations });
afterAll(() => database.close());
const clock = { now: () => 1_700_000_000_000 };
const users = new Users(database, clock);
users.create({ name: 'annabel', admin: true, owner: true }, 'v');
const tokens = new Tokens(database, clock);
const token = tokens.issue('annabel');
const fileKeys = new FileKeys(database, clock);
const key = fileKeys.issue({ user: 'annabel', session: digest(token) });
const elsewhere = 'E'.repeat(32);
users.create({ name: 'robert1', admin: false, owner: false }, 'v');
const sessions = new Sessions(
  tokens,
  new ScriptTokens(database, clock),
  users,
  { introspect: (_, asked) => Promise.resolve(asked === elsewhere ? { user: 'robert1', admin: false } : null) },
  clock,
);
const uploads = { get: (uuid: string) => (uuid === 'u'.repeat(32) ? { user: 'charlie' } : undefined) };
const recognise = createRecognise({ sessions, fileKeys, uploads });
const hintOf = (path: string, query = '', head = '') => ({ path, query: new URLSearchParams(query), bodyStart: head });

describe('who a request comes from, before it is read', () => {
  it('is told by the token that every envelope begins with, however long its parameters are', () => {
    const encoded = encodeRequest(
      ListFiles,
      { path: `/${'x'.repeat(3000)}`, count: 5, hasbaseinfo: 0 },
      { username: 'annabel', token },
    );
    const sent = encoded._tag === 'Right' ? encoded.right.body : null;
    const body = typeof sent === 'string' ? sent.slice(0, 1000) : '';
    expect(recognise(hintOf('/fsnotify', '', body))).toBe('annabel');
    expect(recognise(hintOf('/fsnotify', '', body.replaceAll(token, 'x'.repeat(32))))).toBeNull();
    expect(recognise(hintOf('/fsnotify', '', '{"params":[]}'))).toBeNull();
  });

  it('is told by the token in a path, the key of a file, the name of an upload', () => {
    expect(recognise(hintOf(`/${token}`))).toBe('annabel');
    expect(recognise(hintOf('/port_80/mnt', `key=${key}`))).toBe('annabel');
    expect(recognise(hintOf('/filetrans', `uuid=${'u'.repeat(32)}&start=0`))).toBe('charlie');
    for (const made of [
      hintOf(`/${'y'.repeat(32)}`),
      hintOf('/port_80/mnt', 'key=x'),
      hintOf('/filetrans', 'uuid=x'),
      hintOf('/'),
    ])
      expect(recognise(made)).toBeNull();
  });

  it('is known of an account that was asked about before, and nobody is asked for it', async () => {
    expect(recognise(hintOf(`/${elsewhere}`))).toBeNull();
    await sessions.authenticate('robert1', elsewhere);
    expect(recognise(hintOf(`/${elsewhere}`))).toBe('robert1');
  });
});
