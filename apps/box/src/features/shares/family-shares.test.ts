import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityMigrations } from '../../server/identity/identity-tables.ts';
import { Users } from '../../server/identity/users.ts';
import { stampOf } from '../../storage/journal/file-stamp.ts';
import { openDatabase } from '../../store/database.ts';
import type { Database } from '../../store/database.ts';
import { Refusal } from '../../storage/vault/index.ts';
import { FamilyShares } from './family-shares.ts';
import { shareMigrations } from './share-migrations.ts';

const clock = { now: () => 1_700_000_000_000 };
let folder: string;
let database: Database;
let users: Users;
let family: FamilyShares;

/** The folder first created at a path, whatever its current name. */
const stampOfFolder = (path: string, ino = path) => ({ dev: '1', ino, born: '7', folder: true, size: 0, mtime: '0' });
const make = (name: string, members: readonly string[] = ['bob'], path = `/mnt/usb1/ann/${name}`) =>
  family.make({ owner: 'ann', name, path, stamp: stampOfFolder(path), members });
const refusal = (act: () => unknown): string => {
  try {
    act();
    return 'done';
  } catch (failure) {
    if (failure instanceof Refusal) return `${failure.code} ${failure.info ?? ''}`;
    throw failure;
  }
};
const paths = (user: string) => family.grantsFor(user).map(({ path }) => path);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwood-family-'));
  database = openDatabase(join(folder, 'box.db'), { migrations: [...identityMigrations, ...shareMigrations] });
  users = new Users(database, clock);
  for (const name of ['owner', 'ann', 'bob', 'eve'])
    users.create({ name, admin: name === 'owner', owner: name === 'owner' }, 'x');
  family = new FamilyShares(database, clock);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

describe('family shares', () => {
  it('whoever leaves the box loses what was shared with them, and what they shared is shared no more', () => {
    const id = make('Trip', ['bob', 'eve']);
    expect([paths('bob'), paths('eve'), paths('ann')]).toEqual([['/mnt/usb1/ann/Trip'], ['/mnt/usb1/ann/Trip'], []]);
    const roster = (names: readonly string[]) =>
      users.replace(names.map((name) => ({ name, admin: false, verifier: 'x' })));
    roster(['owner', 'ann', 'eve']);
    expect(paths('bob')).toEqual([]);
    expect(family.get(id)?.members).toEqual(['eve']);
    // A user created again under the same name has no access.
    roster(['owner', 'ann', 'bob', 'eve']);
    expect(paths('bob')).toEqual([]);
    roster(['owner', 'bob', 'eve']);
    expect([family.get(id), paths('eve')]).toEqual([undefined, []]);
  });

  it('a change is seen at once although what was read is remembered, and a refused one changes nothing', () => {
    const id = make('Trip');
    expect(paths('bob')).toHaveLength(1);
    const path = '/mnt/usb1/ann/Trip';
    const refused = { owner: 'ann', name: 'Trip', path, stamp: stampOfFolder(path), members: ['eve', 'nobody'] };
    expect(refusal(() => family.change(id, refused))).toBe('11 users');
    expect([paths('bob'), paths('eve')]).toEqual([['/mnt/usb1/ann/Trip'], []]);
    family.change(id, { ...refused, members: ['eve'] });
    expect([paths('bob'), paths('eve')]).toEqual([[], ['/mnt/usb1/ann/Trip']]);
    family.remove(id);
    expect(paths('eve')).toEqual([]);
  });

  it('a share follows its folder and every folder above it, and no other of a similar name', () => {
    make('a', ['bob'], '/mnt/usb1/ann/x/a');
    make('b', ['bob'], '/mnt/usb1/ann/x/a b');
    make('c', ['bob'], '/mnt/usb1/ann/x%');
    family.updatePaths('/mnt/usb1/ann/x/a', '/mnt/usb1/ann/z');
    expect(paths('bob')).toEqual(['/mnt/usb1/ann/z', '/mnt/usb1/ann/x/a b', '/mnt/usb1/ann/x%']);
    family.updatePaths('/mnt/usb1/ann/x', '/mnt/usb1/ann/ümlaut 目录');
    expect(paths('bob')).toEqual(['/mnt/usb1/ann/z', '/mnt/usb1/ann/ümlaut 目录/a b', '/mnt/usb1/ann/x%']);
    // Characters outside the BMP and invalid UTF-8, which SQLite counts differently.
    family.updatePaths('/mnt/usb1/ann/ümlaut 目录', '/mnt/usb1/ann/😀');
    family.updatePaths('/mnt/usb1/ann/😀', '/mnt/usb1/ann/\uDCFF');
    family.updatePaths('/mnt/usb1/ann/\uDCFF', '/mnt/usb1/ann/y\uDCFE');
    expect(paths('bob')).toEqual(['/mnt/usb1/ann/z', '/mnt/usb1/ann/y\uDCFE/a b', '/mnt/usb1/ann/x%']);
    const before = database.writes;
    family.updatePaths('/mnt/usb1/ann/other', '/mnt/usb1/ann/elsewhere');
    expect(database.writes).toBe(before);
  });

  it('a folder that is gone for good takes its share along, and those below it, and no other', () => {
    for (const name of ['x', 'x/🌊/deep', 'x y', 'z'])
      make(name.replaceAll('/', ' '), ['bob'], `/mnt/usb1/ann/${name}`);
    family.removeBelow('/mnt/usb1/ann/x');
    expect(paths('bob')).toEqual(['/mnt/usb1/ann/x y', '/mnt/usb1/ann/z']);
    family.removeBelow('/mnt/usb1/ann');
    expect(paths('bob')).toEqual([]);
  });

  it('another folder under the name of a shared one can be shared, the same folder under another name cannot', () => {
    make('Trip');
    const there = { owner: 'ann', members: [], path: '/mnt/usb1/ann/Trip' };
    expect(refusal(() => family.make({ ...there, name: 'again', stamp: stampOfFolder('/mnt/usb1/ann/Trip') }))).toBe(
      '11 folder',
    );
    expect(refusal(() => family.make({ ...there, name: 'new', stamp: stampOfFolder('', 'another') }))).toBe('done');
  });

  it('what a box shared that knew paths alone is nobody’s until it was seen at its path', async () => {
    make('Trip');
    make('Gone');
    database.run('update family_shares set dev = null, ino = null, born = null');
    const stat = statSync(folder, { bigint: true });
    const open = () => family.grantsFor('bob').map((grant) => grant.is(stat));
    expect(open()).toEqual([false, false]);
    await family.backfillStamps(({ path }) => Promise.resolve(path.endsWith('/Trip') ? stampOf(stat) : null));
    expect(open()).toEqual([false, true]);
  });

  it('one person makes a hundred, and each name and folder once', () => {
    for (let at = 0; at < 100; at += 1) make(`f${at}`);
    expect(refusal(() => make('one more'))).toBe('16 shares');
    expect(refusal(() => make('f1', [], '/mnt/usb1/ann/else'))).toBe('11 name');
    expect(refusal(() => make('other', [], '/mnt/usb1/ann/f1'))).toBe('11 folder');
    const path = '/mnt/usb1/bob/f1';
    family.make({ owner: 'bob', name: 'f1', path, stamp: stampOfFolder(path), members: ['ann'] });
    expect(family.list('ann')).toHaveLength(101);
  });
});
