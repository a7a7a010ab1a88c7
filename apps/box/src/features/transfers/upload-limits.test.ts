import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import { callerFor, refusalCodeOf } from '../../storage/vault/index.ts';
import { newSecret } from '../../server/identity/secrets.ts';
import { MAX_OPEN_UPLOADS } from './open-upload-limit.ts';
import { bodyOf, uploadBox, uploadsOf } from './upload-test-helpers.ts';
import type { Transfers } from './transfers.ts';
import { Uploads } from './uploads-table.ts';

// A slow test machine is no failure.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: JournalTestBox;
let transfers: Transfers;
let now = 1_700_000_000_000;
const ann = callerFor('ann');

beforeEach(() => {
  box = uploadBox(() => now);
  transfers = uploadsOf(box, () => now);
});
afterEach(async () => {
  await transfers.close();
  box.remove();
});

const foldersBelow = (path: string): number =>
  existsSync(join(box.root, path))
    ? readdirSync(join(box.root, path), { recursive: true, withFileTypes: true }).filter((one) => one.isDirectory())
        .length
    : 0;
/** Part files on the disk. */
const partNames = (): readonly string[] => {
  const parts = readdirSync(join(box.root, 'usb1'), { recursive: true, withFileTypes: true });
  return parts.filter((one) => one.isFile() && one.parentPath.endsWith('/parts')).map(({ name }) => name);
};
/** Begins as many uploads as are allowed without their folders, which would take most of the time. Returns the uuids. */
const fill = ({ token = '', endedAt = -1 } = {}): readonly string[] => {
  const uploads = new Uploads(box.database);
  return Array.from({ length: MAX_OPEN_UPLOADS }, (_, at) => {
    now += 1;
    const [uuid, folder] = [newSecret(), '/mnt/usb1/ann'];
    const target = `${folder}/f${at}`;
    const session = at === endedAt ? 'old' : 'new';
    const file = { key: target, target, folder, size: 50, version: '', keep: '' };
    uploads.add({ ...file, uuid, user: 'ann', boot: 'boot', touched: now, session, token });
    return uuid;
  });
};
const prepare = (target: string, size = 1) =>
  transfers.prepare(ann, target, size).then(
    ({ uuid }) => uuid,
    (failure: unknown) => refusalCodeOf(failure),
  );
const deep = (name: string, levels: number): string => `/mnt/usb1/ann/${name}${'/d'.repeat(levels)}/f`;

describe('what one person may ask of uploads', () => {
  it('one PREPUT makes 64 folders deep and no more; a deeper folder that is there is taken', async () => {
    expect(await prepare(deep('a', 1500))).toBe(15);
    expect(foldersBelow('usb1')).toBe(0);
    // `a` and the user's folder are missing as well.
    expect(await prepare(deep('a', 64))).toBe(15);
    expect(await prepare(deep('a', 40))).toMatch(/^\w{32}$/);
    expect(await prepare(deep('a', 100))).toMatch(/^\w{32}$/);
  });

  it('one PREPUTS makes 1024 folders and no more; the files beyond are refused with 2 and taken the next time', async () => {
    const files = Array.from({ length: 40 }, (_, at) => ({ target: deep(`s${at}`, 49), size: 1, mtime: 1 }));
    const first = await transfers.prepareBundle(ann, files);
    // 50 folders each, and one for the user.
    expect(first.list.map(({ error }) => error)).toEqual(files.map((_, at) => (at < 20 ? 0 : 2)));
    expect(foldersBelow('usb1/ann')).toBe(1000);
    const tooDeep = files.map(({ target }) => ({
      target: target.replace('/s', '/t').replace('/d', '/d'.repeat(360)),
      size: 1,
      mtime: 1,
    }));
    expect((await transfers.prepareBundle(ann, tooDeep)).list.every(({ error }) => error === 15)).toBe(true);
    expect(foldersBelow('usb1/ann')).toBe(1000);
    const second = await transfers.prepareBundle(ann, files.slice(20, 22));
    expect(second.list.every(({ error }) => error === 0)).toBe(true);
  });

  it('one person has 256 uploads open; those of ended sessions make room first, then the least recently touched', async () => {
    const uploads = new Uploads(box.database);
    const uuids = fill({ endedAt: 9 });
    await transfers.put({ uuid: String(uuids[0]), start: 0, body: bodyOf('half'), length: null });
    uploads.end({ session: 'old' });
    const missing = () => uuids.flatMap((uuid, at) => (uploads.get(uuid) === undefined ? [at] : []));
    expect(await prepare('/mnt/usb1/ann/one-more')).toMatch(/^\w{32}$/);
    expect(missing()).toEqual([9]);
    const bundle = await transfers.prepareBundle(ann, [{ target: '/mnt/usb1/ann/b', size: 1, mtime: 1 }]);
    expect(bundle.uuid).toMatch(/^\w{32}$/);
    // It held bytes, which are removed with it.
    expect(missing()).toEqual([0, 9]);
    expect(partNames()).toEqual([]);
    // A request for a known upload is a use of it and makes no room; other users are not affected.
    now += 3600 * 1000;
    expect(await prepare('/mnt/usb1/ann/f1', 50)).toBe(uuids[1]);
    expect((await transfers.prepare(callerFor('bob'), '/mnt/usb1/bob/f', 50)).uuid).toMatch(/^\w{32}$/);
    expect(missing()).toEqual([0, 9]);
    await prepare('/mnt/usb1/ann/another');
    expect(missing()).toEqual([0, 2, 9]);
    expect(uploads.openOf('ann')).toHaveLength(MAX_OPEN_UPLOADS);
  });

  it('uploads begun at once do not exceed the limit', async () => {
    fill();
    await Promise.all(Array.from({ length: 8 }, (_, at) => prepare(`/mnt/usb1/ann/g${at}`)));
    expect(new Uploads(box.database).openOf('ann')).toHaveLength(MAX_OPEN_UPLOADS);
  });

  it('an upload whose bytes the box receives makes no room', async () => {
    const receiving = String(await prepare('/mnt/usb1/ann/film', 50));
    const body = new PassThrough();
    body.write('half');
    const put = transfers.put({ uuid: receiving, start: 0, body, length: null });
    fill();
    await prepare('/mnt/usb1/ann/one-more');
    expect(new Uploads(box.database).get(receiving)).toBeDefined();
    body.end();
    expect(await put).toEqual({ status: 200, size: 4 });
  });

  it('uploads of a script token are counted apart, and end with the token', async () => {
    const uploads = new Uploads(box.database);
    const script = { ...ann, scope: { verb: 'write', path: '/mnt/usb1/ann/in' } } as const;
    mkdirSync(join(box.root, 'usb1/ann/in'), { recursive: true });
    const own = String(await prepare('/mnt/usb1/ann/own', 50));
    const taken = (await transfers.prepare(script, '/mnt/usb1/ann/in/taken', 50, undefined, 'robot')).uuid;
    expect((await transfers.prepare(ann, '/mnt/usb1/ann/in/taken', 50, undefined, 'me')).uuid).toBe(taken);
    fill({ token: 'robot' });
    await transfers.prepare(script, '/mnt/usb1/ann/in/one-more', 50, undefined, 'robot');
    expect(uploads.openByAge('ann', 'robot')).toHaveLength(MAX_OPEN_UPLOADS);
    expect(uploads.openByAge('ann', '').toSorted()).toEqual([own, taken].toSorted());
    const [sent = ''] = uploads.openByAge('ann', 'robot').slice(-1);
    await transfers.put({ uuid: sent, start: 0, body: bodyOf('half'), length: null });
    expect(partNames()).toEqual([sent]);
    expect(await transfers.endToken('robot')).toBe(MAX_OPEN_UPLOADS);
    expect(partNames()).toEqual([]);
    expect(uploads.openOf('ann').toSorted()).toEqual([own, taken].toSorted());
  });

  it('a box that was killed while a token was revoked removes its uploads with the next collection', async () => {
    const ended = new Set<string>();
    const again = uploadsOf(box, () => now, { isTokenValid: (session) => !ended.has(session) });
    const script = { ...ann, scope: { verb: 'write', path: '/mnt/usb1/ann' } } as const;
    await again.prepare(script, '/mnt/usb1/ann/one', 1, undefined, 'robot');
    await again.prepare(script, '/mnt/usb1/ann/two', 1, undefined, 'other');
    expect(await again.collect()).toBe(0);
    ended.add('robot');
    expect(await again.collect()).toBe(1);
    expect(new Uploads(box.database).tokens()).toEqual(['other']);
    await again.close();
  });

  it('uploads into a removed folder end, and those beside it continue', async () => {
    const uploads = new Uploads(box.database);
    const inside = await prepare('/mnt/usb1/ann/trip/day/a');
    const beside = await prepare('/mnt/usb1/ann/trip 2/a');
    const bundle = (names: readonly string[]) =>
      transfers.prepareBundle(
        ann,
        names.map((name) => ({ target: `/mnt/usb1/ann/${name}`, size: 1, mtime: 1 })),
      );
    const [within, across] = [await bundle(['trip/day/b', 'trip/night/c']), await bundle(['trip/d', 'e'])];
    expect(await transfers.endBelow('/mnt/usb1/ann/trip')).toBe(2);
    expect([inside, within.uuid, beside, across.uuid].map((uuid) => uploads.get(String(uuid)) !== undefined)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
