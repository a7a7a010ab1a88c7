import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import { callerFor, refusalCodeOf } from '../../storage/vault/index.ts';
import { bodyOf, uploadBox, uploadsOf } from './upload-test-helpers.ts';
import type { Transfers } from './transfers.ts';
import { Uploads } from './uploads-table.ts';

// A slow test machine is no failure.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: JournalTestBox;
let transfers: Transfers;
let now = 1_700_000_000_000;
const ann = callerFor('ann', ['home']);
const SAFE_FILE = '/mnt/usb1/ann/.safe_home/secret';

beforeEach(() => {
  box = uploadBox(() => now);
  transfers = uploadsOf(box, () => now);
});
afterEach(async () => {
  await transfers.close();
  box.remove();
});

const prepare = async (target: string, session: string) =>
  (await transfers.prepare(ann, target, 50, undefined, session)).uuid;

describe('unfinished uploads of a user', () => {
  it('lists the most recently used first: one file or several, of this session or another, of a script, being received', async () => {
    mkdirSync(join(box.root, 'usb1/ann/in'), { recursive: true });
    const film = await prepare('/mnt/usb1/ann/film', 'me');
    now += 60_000;
    await transfers.prepareBundle(
      ann,
      [1, 2].map((at) => ({ target: `/mnt/usb1/ann/${at}`, size: at, mtime: 1 })),
      'other',
    );
    now += 60_000;
    const script = { ...ann, scope: { verb: 'write', path: '/mnt/usb1/ann/in' } } as const;
    await transfers.prepare(script, '/mnt/usb1/ann/in/x', 50, undefined, 'robot');
    await transfers.prepare(callerFor('bob'), '/mnt/usb1/bob/x', 50, undefined, 'bob');
    const body = new PassThrough();
    const put = transfers.put({ uuid: film, start: 0, body, length: null });
    expect(transfers.list(ann, 'me').map(({ active }) => active)).toEqual([1, 1, 1]);
    now += 10 * 60_000;
    expect(transfers.list(ann, 'me').map(({ id: _, ...shown }) => shown)).toEqual([
      { path: '/mnt/usb1/ann/in/x', files: 1, size: 50, used: 1_700_000_120, own: 0, script: 1, active: 0 },
      { path: '/mnt/usb1/ann/1', files: 2, size: 3, used: 1_700_000_060, own: 0, script: 0, active: 0 },
      { path: '/mnt/usb1/ann/film', files: 1, size: 50, used: 1_700_000_000, own: 1, script: 0, active: 1 },
    ]);
    body.end();
    await put;
  });

  it('a path in a locked area stays hidden, and no id is one that PUT accepts', async () => {
    const uuid = await prepare(SAFE_FILE, 'me');
    expect(transfers.list(ann, 'me').map(({ path }) => path)).toEqual([SAFE_FILE]);
    const [shown] = transfers.list(callerFor('ann'), 'other');
    expect(shown).toMatchObject({ path: '', own: 0 });
    expect(shown?.id).not.toBe(uuid);
    expect(await transfers.put({ uuid: String(shown?.id), start: 0, body: bodyOf('x'), length: 1 })).toEqual({
      status: 404,
    });
  });

  it('ends one upload of the user with its bytes, and never one of another user', async () => {
    const uuid = await prepare('/mnt/usb1/ann/film', 'me');
    const kept = await prepare('/mnt/usb1/ann/other', 'me');
    await transfers.put({ uuid, start: 0, body: bodyOf('half'), length: null });
    const id = transfers.list(ann, 'me').find(({ path }) => path.endsWith('film'))?.id ?? '';
    expect(await transfers.end(callerFor('bob'), id).catch(refusalCodeOf)).toBe(15);
    expect(new Uploads(box.database).get(uuid)).toBeDefined();
    await transfers.end(ann, id);
    expect(await transfers.end(ann, id).catch(refusalCodeOf)).toBe(15);
    expect(new Uploads(box.database).openOf('ann')).toEqual([kept]);
    expect((await transfers.prepare(ann, '/mnt/usb1/ann/film', 50)).start).toBe(0);
  });
});
