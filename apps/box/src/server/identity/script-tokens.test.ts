import { commandTree } from '@boxwood/box-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../store/database.ts';
import { openDatabase } from '../../store/database.ts';
import { isInScope } from '../../storage/vault/index.ts';
import { mayScript } from './script-rights.ts';
import { ScriptTokens } from './script-tokens.ts';
import { digest } from './secrets.ts';
import { identityMigrations } from './identity-tables.ts';
import { Users } from './users.ts';

const DAY = 24 * 3_600_000;
const photos = { name: 'nightly', verb: 'read', path: '/mnt/usb1/annabel/Photos', days: 1, folder: null } as const;
let now = 0;
let database: Database;
let tokens: ScriptTokens;
beforeEach(() => {
  now = 1_700_000_000_000;
  const clock = { now: () => now };
  database = openDatabase(':memory:', { migrations: identityMigrations });
  new Users(database, clock).create({ name: 'annabel', admin: true, owner: true }, 'v');
  tokens = new ScriptTokens(database, clock);
});
afterEach(() => database.close());

describe('tokens for scripts', () => {
  it('are kept as digests, tell when they were used, and end by themselves', () => {
    const { token } = tokens.add('annabel', photos);
    const kept = JSON.stringify(database.all((row) => row, 'select * from script_tokens'));
    expect(kept).not.toContain(token);
    const scope = { verb: 'read', path: photos.path };
    now += DAY - 1;
    expect(tokens.verify(digest(token))).toEqual({ user: 'annabel', scope });
    expect(tokens.list('annabel')).toMatchObject([{ name: 'nightly', used: Math.floor(now / 1000) }]);
    now += 1;
    expect(tokens.verify(digest(token))).toBeUndefined();
    // File URLs it made do not stay valid for anyone.
    const after = tokens.scopeIn(digest(token));
    expect(after === undefined || isInScope(after, `${photos.path}/a.jpg`, 'read')).toBe(false);
    expect(tokens.scopeIn(digest('somebody who is here themselves'))).toBeUndefined();
  });

  it('are revoked by their maker alone, and end with the user', () => {
    const { id, token } = tokens.add('annabel', photos);
    expect(tokens.revoke('robert1', id)).toBeUndefined();
    expect(tokens.revoke('annabel', id)).toBe(digest(token));
    expect(tokens.verify(digest(token))).toBeUndefined();
    expect(tokens.revoke('annabel', id)).toBeUndefined();
    const { token: other } = tokens.add('annabel', photos);
    tokens.endAll('annabel');
    expect(tokens.verify(digest(other))).toBeUndefined();
  });

  it('a hundred valid ones are enough', () => {
    for (let n = 0; n < 100; n += 1) tokens.add('annabel', photos);
    expect(() => tokens.add('annabel', photos)).toThrow('tokens');
  });

  it('revoked and expired ones do not count against the limit and never hide a valid one', () => {
    const long = tokens.add('annabel', { name: 'long', verb: 'read', path: photos.path, days: 20, folder: null });
    for (let n = 0; n < 50; n += 1) tokens.add('annabel', photos);
    now += DAY + 1;
    for (let n = 0; n < 120; n += 1) tokens.revoke('annabel', tokens.add('annabel', photos).id);
    const added = Array.from({ length: 40 }, () => tokens.add('annabel', photos).id);
    const listed = tokens.list('annabel');
    const ids = listed.map(({ id }) => id);
    expect(ids).toHaveLength(100);
    expect(ids).toEqual(expect.arrayContaining([long.id, ...added]));
    expect(listed.map(({ ctime }) => ctime)).toEqual(listed.map(({ ctime }) => ctime).toSorted((a, b) => b - a));
    // Ended ones are kept up to the length of the list.
    expect(database.all((row) => row, 'select id from script_tokens where ends <= ?', now)).toHaveLength(100);
  });
});

describe('the paths of tokens', () => {
  const add = (name: string) => {
    const { token } = tokens.add('annabel', { ...photos, path: `/mnt/usb1/annabel/${name}` });
    return { name, hash: digest(token) };
  };
  const pathOf = ({ hash }: { readonly hash: string }) => tokens.verify(hash)?.scope.path;

  it('follow a moved folder and what is below it, and no other name that begins alike', () => {
    const all = ['Photos', 'Photos/2025', 'Photos 2', 'Photos0', 'Photos.old'].map(add);
    tokens.updatePaths('/mnt/usb1/annabel/Photos', '/mnt/usb1/annabel/Old/Pictures');
    expect(all.map(pathOf)).toEqual(
      ['Old/Pictures', 'Old/Pictures/2025', 'Photos 2', 'Photos0', 'Photos.old'].map(
        (name) => `/mnt/usb1/annabel/${name}`,
      ),
    );
  });

  it('end with a deleted folder, and stay in the list of their maker', () => {
    const [photosToken, below, other] = ['Photos', 'Photos/2025', 'Photos 2'].map(add);
    const ended = tokens.endBelow('/mnt/usb1/annabel/Photos');
    expect(ended.toSorted()).toEqual([photosToken?.hash, below?.hash].toSorted());
    expect([photosToken, below, other].map((each) => each && pathOf(each))).toEqual([
      undefined,
      undefined,
      '/mnt/usb1/annabel/Photos 2',
    ]);
    expect(tokens.list('annabel')).toHaveLength(3);
    expect(tokens.endBelow('/mnt/usb1/annabel/Photos')).toEqual([]);
  });
});

describe('what a token may do', () => {
  const { files, tasks, shares } = commandTree;
  const read = { verb: 'read', path: '/mnt/usb1/ann/Photos' } as const;
  const write = { ...read, verb: 'write' } as const;
  const list = (path: string) => mayScript(read, files.list, { path, count: 1, hasbaseinfo: 0 });

  it('a folder is itself and what is below it, by names and not by letters', () => {
    expect(list('/mnt/usb1/ann/Photos')).toBe(true);
    expect(list('/mnt/usb1/ann/Photos/2025')).toBe(true);
    expect(list('/mnt/usb1/ann/Photos2')).toBe(false);
    expect(list('/mnt/usb1/ann')).toBe(false);
    expect(list('/mnt/usb1/ann/Photos/../Letters')).toBe(false);
    expect(list('/mnt/usb1/ann//Photos')).toBe(false);
  });

  it('every path of a call counts, in whatever it is wrapped, and none is no yes', () => {
    const at = (name: string) => `/mnt/usb1/ann/${name}`;
    const rename = (source: string, target: string) =>
      mayScript(write, files.rename, { renames: [{ source: at(source), target: at(target) }] });
    expect(rename('Photos/a', 'Photos/b')).toBe(true);
    expect(rename('Photos/a', 'b')).toBe(false);
    expect(mayScript(write, files.remove, { paths: [at('Photos/a'), at('b')] })).toBe(false);
    expect(mayScript(write, files.remove, { paths: [] })).toBe(true);
    expect(mayScript(write, files.remove, {})).toBe(false);
    expect(mayScript(write, files.remove, { paths: [{ name: at('Photos/a') }] })).toBe(false);
    expect(mayScript(write, files.remove, undefined)).toBe(false);
  });

  it('reading is neither writing, nor a task that removes what it reads, nor handing on', () => {
    const paths = { paths: ['/mnt/usb1/ann/Photos/a'] };
    expect([mayScript(read, files.remove, paths), mayScript(write, files.remove, paths)]).toEqual([false, true]);
    const task = { user: 'ann', type: 'REMOVE', source: '/mnt/usb1/ann/Photos/a' };
    expect([mayScript(read, tasks.add, task), mayScript(write, tasks.add, task)]).toEqual([false, true]);
    const link = { path: '/mnt/usb1/ann/Photos', names: ['a'], days: 3, code: '0000' };
    expect([mayScript(read, shares.link, link), mayScript(write, shares.link, link)]).toEqual([false, false]);
  });
});
