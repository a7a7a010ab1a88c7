import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import { callerFor, refusalCodeOf } from '../../storage/vault/index.ts';
import { MAX_OPEN_UPLOADS } from './open-upload-limit.ts';
import { bodyOf, uploadBox, uploadsOf } from './upload-test-helpers.ts';
import type { Transfers } from './transfers.ts';

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

  it('one person has 256 uploads open; the oldest that nobody sent a byte of for an hour makes room, what holds bytes does not', async () => {
    const uuids: (string | number)[] = [];
    for (let at = 0; at < MAX_OPEN_UPLOADS; at++) uuids.push(await prepare(`/mnt/usb1/ann/f${at}`, 50));
    expect(uuids.every((uuid) => typeof uuid === 'string')).toBe(true);
    expect(await prepare('/mnt/usb1/ann/one-more')).toBe(2);
    expect(
      await transfers.prepareBundle(ann, [{ target: '/mnt/usb1/ann/b', size: 1, mtime: 1 }]).catch(refusalCodeOf),
    ).toBe(2);
    // The same upload is not a new one, and other users are not blocked.
    expect(await prepare('/mnt/usb1/ann/f7', 50)).toBe(uuids[7]);
    expect((await transfers.prepare(callerFor('bob'), '/mnt/usb1/bob/f', 50)).uuid).toMatch(/^\w{32}$/);
    const body = bodyOf('half');
    await transfers.put({ uuid: String(uuids[0]), start: 0, body, length: null });
    now += 3600 * 1000 + 1;
    expect(await prepare('/mnt/usb1/ann/one-more')).toMatch(/^\w{32}$/);
    expect((await transfers.prepare(ann, '/mnt/usb1/ann/f0', 50)).start).toBe(4);
    expect(await transfers.put({ uuid: String(uuids[1]), start: 0, body: Readable.from([]), length: 0 })).toEqual({
      status: 404,
    });
  });
});
