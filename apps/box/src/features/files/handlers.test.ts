import { FreeSpaceTracker } from '../../storage/space/free-space-tracker.ts';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BoxFailure, commandTree, createBoxClient } from '@boxwood/box-sdk';
import { createRouter, localTransport } from '@boxwood/box-sdk/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ChangeFeed } from '../../storage/changes/change-feed.ts';
import type { BoxContext } from '../../server/identity/authorise.ts';
import type { JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import { testBox } from '../../storage/journal/journal-test-helpers.ts';
import { newSecret } from '../../server/identity/secrets.ts';
import { transferHandlers, transferMigrations, Transfers, Uploads } from '../transfers/index.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { Files } from './files.ts';
import { fileHandlers } from './handlers.ts';
import { renameMigrations } from './batch-renames.ts';
import { fileHashMigrations } from './file-hash-tables.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: JournalTestBox;
let files: Files;
let transfers: Transfers;
const at = (name: string) => `/mnt/usb1/ann/${name}`;

const client = () => {
  const context: BoxContext = { caller: callerFor('ann'), session: 's', remote: '', headers: {} };
  const commands = { files: commandTree.files, transfers: commandTree.transfers };
  const handlers = { files: fileHandlers(files), transfers: transferHandlers(transfers) };
  const faults: unknown[] = [];
  const router = createRouter({ commands, handlers, context: () => context, onFault: (fault) => faults.push(fault) });
  return {
    faults,
    box: createBoxClient({
      baseUrl: 'http://box',
      transport: localTransport(router),
      identity: () => ({ username: 'ann', token: 'x'.repeat(32) }),
    }),
  };
};

beforeAll(() => {
  box = testBox(() => 1, [...fileHashMigrations, ...renameMigrations, ...transferMigrations]);
  const { bins, journal } = box;
  files = new Files({
    vault: box.vault,
    database: box.database,
    journal,
    clock: { now: () => Date.now() },
    stateDir: join(box.root, 'state'),
    changes: new ChangeFeed(),
    onWarning: () => undefined,
  });
  transfers = new Transfers({
    room: new FreeSpaceTracker(),
    vault: box.vault,
    trashBins: bins,
    uploads: new Uploads(box.database),
    journal,
    clock: { now: () => 1 },
    newUuid: newSecret,
    bootId: 'boot',
    onCommitted: (location) => files.fileChanged(location),
  });
  mkdirSync(join(box.root, 'usb1/ann/docs'), { recursive: true });
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(box.root, 'usb1/ann', name), name);
});
afterAll(async () => {
  await transfers.close();
  await files.close();
  box.remove();
});

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (failure: unknown) =>
      failure instanceof BoxFailure && failure.error._tag === 'Refused' ? failure.error.code : failure,
  );

describe('the file commands through the SDK and the router', () => {
  it('SDK-B01 to SDK-B03, SDK-B05, SDK-B06, SDK-B70, SDK-B107: every reply of the services is one that the client decodes', async () => {
    const { box: sdk, faults } = client();
    const { files: api } = sdk;
    expect(await api.makeFolder({ path: at('new') })).toMatchObject({ existed: false });
    expect(await api.makeFolder({ path: at('new') })).toEqual({ existed: true });
    const page = await api.list({ path: at('').slice(0, -1), count: 500, hasbaseinfo: 0 });
    expect(page.file_list.map(({ n }) => n)).toEqual(['docs', 'new', 'a.txt', 'b.txt']);
    const hits = await api.list({ path: '/mnt/usb1/ann', count: 50, hasbaseinfo: 0, regex: '\\.TXT$' });
    expect(hits.file_list.map(({ n, p }) => `${p ?? ''}/${n}`)).toEqual([at('a.txt'), at('b.txt')]);
    const [first] = hits.file_list;
    const more = await api.list({
      path: '/mnt/usb1/ann',
      count: 50,
      regex: 'txt',
      hasbaseinfo: 1,
      baseinfo: { n: first?.n ?? '', t: 4, k: first?.k ?? '' },
    });
    expect(more.file_list.map(({ n }) => n)).toEqual(['b.txt']);
    expect((await api.search({ roots: [1, 2], regex: 'b', count: 50, hasbaseinfo: 0 })).file_list).toMatchObject([
      { n: 'b.txt', r: 1 },
    ]);
    expect(
      (await api.listDirect({ path: '/mnt', mode: 0, desc: 0, dirfirst: 1, count: 500, hasbaseinfo: 0 })).file_list[0]
        ?.t,
    ).toBe(777);
    await api.move({ source: at('a.txt'), target: at('docs/a.txt') });
    expect(await refused(api.move({ source: at('a.txt'), target: at('c.txt') }))).toBe(15);
    expect(await refused(api.list({ path: at('none'), count: 1, hasbaseinfo: 0 }))).toBe(6);
    expect(await refused(api.list({ path: '/mnt/usb1/bob', count: 1, hasbaseinfo: 0 }))).toBe(13);
    const renamed = await api.rename({
      renames: [
        { source: at('b.txt'), target: at('z.txt') },
        { source: at('x'), target: at('y') },
      ],
    });
    expect(renamed).toMatchObject({ ok: 1, failed: [{ path: at('x'), error: 15 }] });
    expect(await api.rename({ renames: [{ source: at('z.txt'), target: at('_z?') }] })).toMatchObject({
      ok: 0,
      failed: [{ path: at('z.txt'), error: 5 }],
    });
    expect(await api.measure({ path: at('docs') })).toMatchObject({ size: 5, count: 1, dirs: 0 });
    expect(await api.remove({ paths: [at('docs'), at('none')] })).toMatchObject({
      failed: [{ path: at('none'), error: 15 }],
    });
    expect(faults).toEqual([]);
    expect(readdirSync(join(box.root, 'usb1/ann')).sort()).toEqual(['new', 'z.txt']);
  });

  it('a file that the box changed in place is listed as it is now, before the watcher tells of it', async () => {
    const { files: api } = client().box;
    const path = join(box.root, 'usb1/ann/new/f.txt');
    writeFileSync(path, 'old');
    const sizes = async () =>
      (await api.list({ path: at('new'), count: 9, hasbaseinfo: 0 })).file_list.map(({ s }) => s);
    expect(await sizes()).toEqual([3]);
    writeFileSync(path, 'longer');
    files.fileChanged(box.vault.resolve(callerFor('ann'), at('new/f.txt'), 'write'));
    expect(await sizes()).toEqual([6]);
  });

  it('UPLOAD-36, SDK-B66, SDK-B69: PREPUT and PUTDONE take sizes and times as text', async () => {
    const { box: sdk, faults } = client();
    const { uuid, baseinfo, start } = await sdk.transfers.prepare({ target: at('empty'), size: 0 });
    expect({ baseinfo, start }).toEqual({ baseinfo: { size: 0, mtime_sec: 0 }, start: 0 });
    expect(
      await sdk.transfers.finish({ target: at('empty'), size: 0, reserved: '0', uuid, ctime: 1_600_000_000 }),
    ).toMatchObject({ path: at('empty') });
    expect((await sdk.files.list({ path: at('empty'), count: 1, hasbaseinfo: 0 })).file_list[0]?.m).toBe(1_600_000_000);
    expect(faults).toEqual([]);
  });
});
