import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { callerFor, Folder } from '../../storage/vault/index.ts';
import { createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { FolderSnapshotCache } from './folder-snapshot-cache.ts';
import { fileHashMigrations } from './file-hash-tables.ts';
import { BackgroundWorker } from './background-worker.ts';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const box = createTestVault(fileHashMigrations);
let now = Date.now();
const snapshots = new FolderSnapshotCache({ vault: box.vault, now: () => now });
const folder = join(box.root, 'usb1/ann/album');
const where = () => box.vault.resolve(callerFor('ann'), '/mnt/usb1/ann/album', 'read');
const open = () => snapshots.open(where(), connectedSignal());
/** Size of the only file, as listed, in bytes. */
const size = async () => (await open()).snapshot.scan.size[0];

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.txt'), 'one');
  // Old enough that the mtime is not racy.
  utimesSync(folder, 1_600_000_000, 1_600_000_000);
});
afterAll(async () => {
  await snapshots.close();
  box.remove();
});

describe('a folder that was read before', () => {
  it('keeps what was made of it when it looks as before', async () => {
    const first = await open();
    const order = first.order('size', true);
    now += 5000;
    const again = await open();
    expect(again.snapshot).toBe(first.snapshot);
    expect(again.snapshot.version).toBe(first.snapshot.version);
    expect(await again.order('size', true)).toBe(await order);
  });

  it('is not handed over again when it looks as before, unless it was forgotten meanwhile', async () => {
    const first = await open();
    const call = vi.spyOn(BackgroundWorker.prototype, 'call');
    const scans = () => call.mock.results.filter((_, at) => call.mock.calls[at]?.[0] === 'scan');
    /** For each read, whether the worker returned null. */
    const spared = (): Promise<readonly boolean[]> =>
      Promise.all(scans().map(async ({ value }) => (await value) === null));
    try {
      now += 5000;
      expect((await open()).snapshot).toBe(first.snapshot);
      expect(await spared()).toEqual([true]);
      now += 5000;
      // The contents are unchanged, and the snapshot is dropped before that is known.
      call.mockImplementationOnce(() => {
        snapshots.forget('/mnt/usb1/ann/album');
        return Promise.resolve(null);
      });
      expect((await open()).snapshot.version).toBeGreaterThan(first.snapshot.version);
      expect((await spared()).slice(0, 3)).toEqual([true, true, false]);
      now += 5000;
      writeFileSync(join(folder, 'b.txt'), 'b');
      expect((await open()).snapshot.count).toBe(2);
      expect((await spared()).at(-1)).toBe(false);
    } finally {
      call.mockRestore();
      rmSync(join(folder, 'b.txt'), { force: true });
      utimesSync(folder, 1_600_000_000, 1_600_000_000);
    }
  });

  it('is believed for a second and a half, then shown while it is read again', async () => {
    now += 5000;
    expect(await size()).toBe(3);
    appendFileSync(join(folder, 'a.txt'), ', two');
    now += 1400;
    expect(await size()).toBe(3);
    now += 200;
    expect(await size()).toBe(3);
    await vi.waitFor(async () => expect(await size()).toBe(8), { timeout: 20_000 });
  });

  it('is looked at once for all who ask in the same moment, and again for whoever comes later', async () => {
    await open();
    const glance = vi.spyOn(box.vault, 'probe');
    await Promise.all([open(), open(), open(), open()]);
    const asked = glance.mock.calls.length;
    // One shared read, and possibly one in the background.
    expect(asked).toBeLessThan(3);
    await open();
    expect(glance.mock.calls.length).toBeGreaterThan(asked);
    glance.mockRestore();
  });

  it('is read again when it changed while it was being read', async () => {
    const read = box.vault.folder.bind(box.vault);
    vi.spyOn(box.vault, 'folder').mockImplementationOnce(async (location) => {
      const opened = await read(location);
      const stat = opened.stat.bind(opened);
      vi.spyOn(opened, 'stat').mockImplementation(async () => {
        const marks = await stat();
        snapshots.forget(location.key);
        return marks;
      });
      return opened;
    });
    now += 5000;
    expect(await size()).toBe(8);
    appendFileSync(join(folder, 'a.txt'), '!');
    expect(await size()).toBe(9);
  });

  it('is read before it is shown when nobody has asked for two and a half seconds', async () => {
    appendFileSync(join(folder, 'a.txt'), ', three');
    now += 2600;
    expect(await size()).toBe(16);
  });
});

describe('a folder of a friend', () => {
  const bobs = () => box.vault.resolve(callerFor('bob'), '/mnt/usb1/bob/.share2me/ann/Album', 'read');
  const names = (listing: Awaited<ReturnType<typeof open>>) => listing.snapshot.scan.names;
  const grant = { to: 'bob', sharer: 'ann', name: 'Album', path: '/mnt/usb1/ann/album' };
  afterEach(() => {
    box.grants.length = 0;
    vi.restoreAllMocks();
  });

  it('that took the name of the granted one is shown to its creator and, at the same moment, to nobody else', async () => {
    box.grants.push({ ...grant, is: () => false });
    const looks = await Promise.allSettled([
      open(),
      open(),
      snapshots.open(bobs(), connectedSignal()),
      open(),
      snapshots.open(bobs(), connectedSignal()),
    ]);
    expect(looks.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'rejected']);
  });

  it('is read by itself while its creator reads another one of that name', async () => {
    box.grants.push(grant);
    snapshots.forget('/mnt/usb1/ann/album');
    mkdirSync(join(box.root, 'usb1/ann/another'));
    writeFileSync(join(box.root, 'usb1/ann/another/secret.txt'), '');
    const another = await Folder.open(join(box.root, 'usb1'), ['ann', 'another']);
    const stat = another.stat.bind(another);
    // The creator's read waits until the friend requests the same name.
    const came = Promise.withResolvers<undefined>();
    vi.spyOn(another, 'stat').mockImplementation(() => came.promise.then(stat));
    const read = box.vault.folder.bind(box.vault);
    vi.spyOn(box.vault, 'folder')
      .mockResolvedValueOnce(another)
      .mockImplementationOnce(async (location) => {
        const opened = await read(location);
        queueMicrotask(() => came.resolve(undefined));
        return opened;
      });
    const [own, shared] = await Promise.all([open(), snapshots.open(bobs(), connectedSignal())]);
    expect([names(own), names(shared)]).toEqual(['secret.txt', 'a.txt']);
  });
});

describe('a folder that nobody asks for', () => {
  it('goes when it was not used for a minute', async () => {
    const first = await open();
    now += 10_000;
    expect(snapshots.trimCaches()).toBe(false);
    now += 1000;
    expect((await open()).snapshot).toBe(first.snapshot);
    now += 59_000;
    expect(snapshots.trimCaches()).toBe(false);
    now += 1000;
    expect(snapshots.trimCaches()).toBe(true);
    expect(snapshots.trimCaches()).toBe(false);
    expect((await open()).snapshot).not.toBe(first.snapshot);
  });
});
