/** Names and rules: which path a user sees for an entry, and the trash and scratch folders of a location. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerFor } from './places.ts';
import { refusalCodeOf } from './refusal.ts';
import { type TestVault, createTestVault } from './vault-test-helpers.ts';
import { Volume, volumeFor } from './volumes.ts';

let box: TestVault;
const ann = callerFor('ann');
const bob = callerFor('bob');
const open = callerFor('ann', ['safe', 'home']);
const at = (path: string, caller = ann) => box.vault.resolve(caller, path, 'read');
const refused = (work: () => unknown): number => {
  try {
    work();
  } catch (failure) {
    return refusalCodeOf(failure);
  }
  return 0;
};
const SHARED = '/mnt/usb1/ann/.share2me/bob';

beforeEach(() => {
  box = createTestVault();
  box.grants.push({ to: 'ann', sharer: 'bob', name: 'Trip', path: '/mnt/usb1/bob/trip' });
  box.grants.push({ to: 'ann', sharer: 'bob', name: 'All', path: '/mnt/usb2/shared-files/all' });
});
afterEach(() => box.remove());

it('a path begins at the root and holds no NUL, or is refused whatever it would lead to', () => {
  const below = ['', '.', '..', './a', '/a', '\uD83D', 'a\0'].map((name) => `/mnt/usb1/ann/${name}`);
  for (const path of ['mnt/usb1/ann', 'xmnt/usb1/ann', '', ...below])
    expect(
      refused(() => at(path)),
      JSON.stringify(path),
    ).toBe(5);
});

it('who works for somebody without a request is no administrator', () => {
  expect(callerFor('ann', ['safe', 'home']).admin).toBe(false);
});

it('a share leads to a folder of its sharer on a data volume, and nowhere else', () => {
  for (const path of [
    '/mnt/extdev/bob/x',
    '/mnt/netdev/bob/x',
    '/none/bob/x',
    '/mnt/usb1/eve/x',
    '/mnt/usb1/shared-files',
  ]) {
    box.grants.splice(0, 9, { to: 'ann', sharer: 'bob', name: 'Trip', path });
    expect(
      refused(() => at(`${SHARED}/Trip/a`)),
      path,
    ).toBe(13);
  }
});

describe('a place', () => {
  it('has a number, a depth and a root that the wire knows', () => {
    const places = [
      ['/mnt/usb1/ann', 1, 0],
      ['/mnt/usb1/ann/a/b', 1, 2],
      ['/mnt/usb1/shared-files/a', 2, 1],
      ['/mnt/usb1/ann/.safebox/a', 3, 1],
      [`${SHARED}/Trip/a`, 4, 1],
      [`${SHARED}/Trip`, 4, 0],
      ['/mnt/extdev/STICK/a', 5, 1],
      ['/mnt/usb1/ann/.safe_home', 8, 0],
      ['/mnt/netdev/nas', 9, 0],
      ['/mnt/usb1/ann/.Trash/x', null, 1],
    ] as const;
    for (const [path, type, depth] of places) {
      const place = at(path, open);
      expect([place.rootType, place.depth, place.isPlaceRoot], path).toEqual([type, depth, depth === 0]);
      expect(place.wire).toBe(path);
    }
    expect(at(`${SHARED}/Trip/a`).key).toBe('/mnt/usb1/bob/trip/a');
    expect(at('/mnt/usb1/ann').name).toBe('ann');
  });

  it('contains itself and what is below, not what only begins like it', () => {
    const trip = at('/mnt/usb1/ann/trip');
    expect(trip.contains(trip)).toBe(true);
    expect(trip.contains(at('/mnt/usb1/ann/trip/a'))).toBe(true);
    expect(trip.contains(at('/mnt/usb1/ann/trips'))).toBe(false);
    expect(at('/mnt/usb1/ann/trip/a').contains(trip)).toBe(false);
  });

  it('sends what is deleted to the bin of whose it is, or to none', () => {
    const bin = (path: string) => box.vault.trashOf(at(path, open))?.key ?? null;
    expect(bin('/mnt/usb2/ann/a')).toBe('/mnt/usb2/ann/.Trash');
    expect(bin('/mnt/usb1/shared-files/a')).toBe('/mnt/usb1/shared-files/.Trash');
    expect(bin(`${SHARED}/Trip/a`)).toBe('/mnt/usb1/bob/.Trash');
    expect(bin(`${SHARED}/All/a`)).toBe('/mnt/usb2/shared-files/.Trash');
    for (const path of [
      '/mnt/usb3/ann/a',
      '/mnt/usb1/ann/.safebox/a',
      '/mnt/usb1/ann/.Trash/a',
      '/mnt/extdev/STICK/a',
      '/mnt/netdev/nas/a',
    ])
      expect(bin(path), path).toBeNull();
    const owner = (path: string) => box.vault.trashOf(at(path))?.place;
    expect(owner('/mnt/usb1/ann/a')).toEqual({ kind: 'trash', owner: 'ann' });
    expect(owner(`${SHARED}/Trip/a`)).toEqual({ kind: 'trash', owner: 'bob' });
    for (const path of [`${SHARED}/All/a`, '/mnt/usb1/shared-files/a'])
      expect(owner(path), path).toEqual({ kind: 'trash', owner: null });
  });
});

describe('an entry', () => {
  it('of a folder is resolved under the same rules, and never out of a bin or the box’s own folder', () => {
    const { vault } = box;
    expect(vault.child(ann, at('/mnt/usb1/ann'), 'a', 'write').key).toBe('/mnt/usb1/ann/a');
    expect(refused(() => vault.child(ann, at('/mnt/usb1/ann'), 'a/b', 'read'))).toBe(5);
    expect(refused(() => vault.child(ann, at('/mnt/usb1/ann'), '..', 'read'))).toBe(5);
    expect(refused(() => vault.child(bob, at('/mnt/usb1/ann'), 'a', 'read'))).toBe(13);
    expect(refused(() => vault.child(ann, at('/mnt/usb1/ann/.Trash'), 'a', 'read'))).toBe(13);
    const scratch = vault.scratchOf(at('/mnt/usb1/ann'));
    expect(refused(() => vault.child(ann, scratch, 'a', 'read'))).toBe(13);
  });

  it('that was read from the disk is taken as it is, but for the box’s own and reserved names', () => {
    const { vault } = box;
    const entry = vault.entryOf(at(`${SHARED}/Trip`), 'a');
    expect([entry.key, entry.wire, entry.depth]).toEqual(['/mnt/usb1/bob/trip/a', `${SHARED}/Trip/a`, 1]);
    expect(refused(() => vault.entryOf(at('/mnt/usb1/ann'), 'a/b'))).toBe(5);
    for (const name of ['.Trash', '.safebox', '.SAFE_HOME', '.share2me', '.boxwood'])
      expect(
        refused(() => vault.entryOf(at('/mnt/usb1/ann'), name)),
        name,
      ).toBe(13);
    expect(refused(() => vault.entryOf(at('/mnt/usb1/shared-files'), '.trash'))).toBe(13);
    expect(vault.entryOf(at('/mnt/usb1/shared-files'), '.safebox').name).toBe('.safebox');
    expect(vault.entryOf(at('/mnt/usb1/ann/deeper'), '.Trash').name).toBe('.Trash');
    expect(refused(() => vault.entryOf(at('/mnt/usb1/ann/deeper'), '.Boxwood-x'))).toBe(13);
  });

  it('of a bin or the box’s own folder is named by the box alone', () => {
    const { vault } = box;
    const bin = vault.trashOf(at('/mnt/usb1/ann/a'));
    if (bin === null) throw new Error('no bin');
    expect(vault.inside(bin, 'x', 'y').key).toBe('/mnt/usb1/ann/.Trash/x/y');
    expect(refused(() => vault.inside(bin, 'x', '..'))).toBe(5);
    expect(refused(() => vault.inside(at('/mnt/usb1/ann'), 'x'))).toBe(13);
    expect(vault.inside(vault.scratchOf(at('/mnt/extdev/STICK/a')), 'x').key).toBe('/mnt/extdev/STICK/.boxwood/x');
  });

  it('is shown to each by the path under which they may read it, and to nobody else', () => {
    const seen = (caller: typeof ann, key: string) => box.vault.findReadable(caller, key)?.wire;
    expect(seen(ann, '/mnt/usb1/ann/a')).toBe('/mnt/usb1/ann/a');
    expect(seen(bob, '/mnt/usb1/ann/a')).toBeUndefined();
    expect(seen(ann, '/mnt/usb1/bob/trip/day 1')).toBe(`${SHARED}/Trip/day 1`);
    expect(seen(ann, '/mnt/usb1/bob/trip')).toBe(`${SHARED}/Trip`);
    expect(seen(ann, '/mnt/usb1/bob/trips')).toBeUndefined();
    expect(seen(ann, '/mnt/usb1/bob')).toBeUndefined();
    expect(seen(ann, '/mnt/usb2/shared-files/all/a')).toBe('/mnt/usb2/shared-files/all/a');
  });

  it('may hold something for somebody, though it is closed itself, where a folder in it is open to them', () => {
    const into = (caller: typeof ann, key: string) => box.vault.canReadWithin(caller, key);
    expect([into(ann, '/mnt/usb1/ann'), into(bob, '/mnt/usb1/ann'), into(ann, '/mnt/usb1/bob')]).toEqual([
      true,
      false,
      true,
    ]);
    expect([into(ann, '/mnt/usb1/bo'), into(bob, '/mnt/usb2/shared-files')]).toEqual([false, true]);
    // A user who may read only one folder finds it inside a folder that is closed to them.
    const scoped = { ...ann, scope: { verb: 'read' as const, path: '/mnt/usb1/ann/a' } };
    expect([box.vault.findReadable(scoped, '/mnt/usb1/ann'), into(scoped, '/mnt/usb1/ann')]).toEqual([undefined, true]);
  });

  it('whose name only the box may give is refused at every depth where it means something', () => {
    for (const path of ['/mnt/usb1/shared-files/.trash', '/mnt/usb1/ann/.SHARE2ME', '/mnt/extdev/.boxwood'])
      expect(
        refused(() => at(path, open)),
        path,
      ).toBe(13);
    expect(at('/mnt/usb1/ann/a/.trash').key).toBe('/mnt/usb1/ann/a/.trash');
    expect(refused(() => at('/mnt/extdev'))).toBe(13);
  });
});

describe('folders that exist on the wire only', () => {
  const list = async (path: string) =>
    (await box.vault.virtual(ann, path))?.entries.map(({ name, type, location }) => [name, type, location?.key]);

  it('lead to places and to what was shared, as far as it can be entered', async () => {
    mkdirSync(join(box.root, 'usb1/bob/trip'), { recursive: true });
    mkdirSync(join(box.root, 'extdev/STICK/a'), { recursive: true });
    mkdirSync(join(box.root, 'extdev/.boxwood'));
    writeFileSync(join(box.root, 'extdev/file'), '');
    expect(await list('/mnt/usb2')).toEqual([
      ['ann', 5, '/mnt/usb2/ann'],
      ['shared-files', 5, '/mnt/usb2/shared-files'],
    ]);
    expect(await list('/mnt/extdev')).toEqual([['STICK', 777, '/mnt/extdev/STICK']]);
    box.grants.push({ to: 'ann', sharer: 'bob', name: 'Binned', path: '/mnt/usb1/bob/.Trash/x' });
    box.grants.push({ to: 'ann', sharer: 'eve', name: 'Own', path: '/mnt/usb1/eve/x' });
    expect(await list('/mnt/usb1/ann/.share2me')).toEqual([
      ['bob', 5, undefined],
      ['eve', 5, undefined],
    ]);
    expect(await list(SHARED)).toEqual([['Trip', 5, '/mnt/usb1/bob/trip']]);
    for (const path of [`${SHARED}/Trip`, '/mnt/usb2/ann/.share2me', '/mnt/usb1/bob/.share2me', '/mnt/extdev/STICK'])
      expect(await box.vault.virtual(ann, path), path).toBeUndefined();
  });

  it('say when what was shared does not stand where it was seen last', async () => {
    expect(await list(SHARED)).toEqual([]);
    expect(box.events.sort()).toEqual(['missed /mnt/usb1/bob/trip', 'missed /mnt/usb2/shared-files/all']);
  });
});

it('the volume of a path is the one with the longest mount directory that begins it', () => {
  const volumes = ['/mnt', '/mnt/usb1/inner', '/mnt/usb1'].map(
    (mountDir) => new Volume({ mountDir, root: '/none', kind: 'data' }),
  );
  const found = (path: string) => volumeFor(volumes, path.slice(1).split('/'))?.mountDir;
  expect(['/mnt/usb1/inner/a', '/mnt/usb1/inner', '/mnt/usb1/a', '/mnt/usb12/a', '/mnt', '/etc'].map(found)).toEqual([
    '/mnt/usb1/inner',
    '/mnt/usb1/inner',
    '/mnt/usb1',
    '/mnt',
    '/mnt',
    undefined,
  ]);
});
