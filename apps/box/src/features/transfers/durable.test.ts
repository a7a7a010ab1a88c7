import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import { recordDiskCalls } from '../../storage/vault/disk-call-recorder.ts';
import { callerFor, refusalCodeOf, Folder } from '../../storage/vault/index.ts';
import { Uploads } from './uploads-table.ts';
import { bodyOf, uploadBox, uploadsOf } from './upload-test-helpers.ts';
import type { Transfers } from './transfers.ts';

// A slow test machine is no failure.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: JournalTestBox;
let transfers: Transfers;
const ann = callerFor('ann');
const TARGET = '/mnt/usb1/ann/in/photo.raw';
const SECOND = 1_600_000_000;

/** A box on the `boot`th boot of the machine: unsynced data of earlier boots may be lost. */
const start = (boot = 1): Transfers => uploadsOf(box, () => 1, { bootId: `boot ${boot}` });

beforeEach(() => {
  box = uploadBox(() => 1);
  transfers = start();
  mkdirSync(real('/mnt/usb1/ann/in'), { recursive: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await transfers.close();
  box.remove();
});

const real = (path: string): string => join(box.root, path.replace('/mnt/', ''));
const put = (uuid: string, text: string, at = 0) =>
  transfers.put({ uuid, start: at, body: bodyOf(text), length: null });
/** An upload of `text` without its PUTDONE. */
const sent = async (text = 'data', target = TARGET): Promise<string> => {
  const { uuid } = await transfers.prepare(ann, target, text.length);
  await put(uuid, text);
  return uuid;
};
const finish = (uuid: string, size = 4) => transfers.finish(ann, TARGET, size, uuid, SECOND);
/** Syncs and renames during `work`, in order. */
const diskDuring = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const disk = await recordDiskCalls(box.root);
  try {
    await work();
    return disk.takeCalls();
  } finally {
    disk.stop();
  }
};
/** Target of a link; '' if it was deleted meanwhile. */
const linkOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};
const error = (code: string): Error => Object.assign(new Error(code), { code });
/** Prototype of open files, whose calls can be made to fail. */
const openFiles = async (): Promise<FileHandle> => {
  await using handle = await open(box.root);
  return Object.getPrototypeOf(handle) as FileHandle;
};

describe('what is answered is on the disk', () => {
  it('a file: its bytes before its name, its name before the answer', async () => {
    const uuid = await sent();
    expect(await diskDuring(() => finish(uuid))).toEqual([
      `sync usb1/.boxwood/parts/${uuid}`,
      `link usb1/.boxwood/parts/${uuid} -> usb1/ann/in/photo.raw`,
      `unlink usb1/.boxwood/parts/${uuid}`,
      'sync usb1/ann/in',
    ]);
  });

  it('small files that go together: the bytes of all before the name of one, and each folder when all in it have theirs', async () => {
    const files = ['a', 'b', 'c'].map((name) => ({ target: `/mnt/usb1/ann/${name}/x`, size: 1, mtime: SECOND }));
    const { uuid = '' } = await transfers.prepareBundle(ann, files);
    await put(uuid, 'abc');
    const disk = await diskDuring(() => transfers.finishBundle(ann, uuid));
    const [staged, named] = [0, 1, 2]
      .map((at) => `usb1/.boxwood/parts/${uuid}.${at}`)
      .reduce<[string[], string[]]>(
        ([syncs, links], part, at) => [
          [...syncs, `sync ${part}`],
          [...links, `link ${part} -> usb1/ann/${'abc'[at]}/x`, `unlink ${part}`, `sync usb1/ann/${'abc'[at]}`],
        ],
        [[], []],
      );
    expect(disk.slice(0, 12)).toEqual([...staged, ...named]);
  });

  it('what arrived before a cut counts after a power cut', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 6);
    const cut = Readable.from(
      (async function* () {
        await Promise.resolve();
        yield Buffer.from('abc');
        throw error('ECONNRESET');
      })(),
      { objectMode: false },
    );
    expect(await transfers.put({ uuid, start: 0, body: cut, length: null })).toEqual({ status: 0, size: 3 });
    transfers = start(2);
    expect(await transfers.prepare(ann, TARGET, 6)).toMatchObject({ uuid, start: 3 });
  });

  it('a box that stops waits for what is being received, and keeps it over a power cut', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 6);
    const line = new PassThrough();
    const answer = transfers.put({ uuid, start: 0, body: line, length: null });
    line.write('abc');
    await expect.poll(() => line.readableLength).toBe(0);
    await transfers.close();
    expect(new Uploads(box.database).get(uuid)?.synced).toBe(3);
    expect(await answer).toEqual({ status: 0, size: 3 });
    // The box is stopping: no response is sent.
    expect(await put(uuid, 'def', 3)).toEqual({ status: 0, size: 0 });
  });

  it('a whole file counts after a power cut before it is confirmed', async () => {
    const uuid = await sent();
    await transfers.close();
    transfers = start(2);
    expect(await transfers.prepare(ann, TARGET, 4)).toMatchObject({ uuid, start: 4 });
    await finish(uuid);
    expect(readFileSync(real(TARGET), 'utf8')).toBe('data');
  });

  it('where something else is mounted below the volume: a copy with all that the file had, before its name', async () => {
    vi.spyOn(box.vault, 'moveNewFileWithLockHeld').mockRejectedValueOnce(error('EXDEV'));
    const uuid = await sent();
    const disk = await diskDuring(() => finish(uuid));
    expect(disk.slice(1)).toEqual([
      `sync usb1/ann/in/.boxwood-${uuid}`,
      `link usb1/ann/in/.boxwood-${uuid} -> usb1/ann/in/photo.raw`,
      `unlink usb1/ann/in/.boxwood-${uuid}`,
      `unlink usb1/.boxwood/parts/${uuid}`,
      'sync usb1/ann/in',
    ]);
    expect(readFileSync(real(TARGET), 'utf8')).toBe('data');
    expect(statSync(real(TARGET))).toMatchObject({ mtimeMs: SECOND * 1000, mode: 0o100660 });
    expect(readdirSync(real('/mnt/usb1/ann/in'))).toEqual(['photo.raw']);
    const held = readdirSync('/proc/self/fd').map((fd) => linkOf(`/proc/self/fd/${fd}`));
    expect(held.filter((path) => path.startsWith(real('/mnt/usb1/ann/in')))).toEqual([]);
    // The stamp is that of the copy, with which undo recognises it.
    await box.undo.undo(ann, null);
    expect(readdirSync(real('/mnt/usb1/ann/in'))).toEqual([]);
  });

  it('such a copy that cannot be made leaves nothing beside the target and takes no name', async () => {
    vi.spyOn(box.vault, 'moveNewFileWithLockHeld')
      .mockRejectedValueOnce(error('EXDEV'))
      .mockRejectedValueOnce(error('EIO'));
    const uuid = await sent();
    await expect(finish(uuid)).rejects.toMatchObject({ code: 3 });
    expect(readdirSync(real('/mnt/usb1/ann/in'))).toEqual([]);
    expect(box.journal.count('ann')).toBe(0);
    expect(await finish(uuid)).toBe(TARGET);
  });
});

describe('a disk that could not take bytes', () => {
  it('none of them count any more, over a start as well; sent again they do', async () => {
    vi.spyOn(await openFiles(), 'datasync').mockRejectedValueOnce(error('EIO'));
    const uuid = await sent();
    await expect(finish(uuid)).rejects.toMatchObject({ code: 11 });
    expect(await transfers.prepare(ann, TARGET, 4)).toMatchObject({ uuid, start: 0 });
    transfers = start();
    expect(await transfers.prepare(ann, TARGET, 4)).toMatchObject({ uuid, start: 0 });
    expect(await put(uuid, 'DATA')).toMatchObject({ status: 200 });
    await finish(uuid);
    expect(readFileSync(real(TARGET), 'utf8')).toBe('DATA');
  });

  it('a write that fails is 507, and the upload goes on with what is there; a fault of the box is no trouble of the disk', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 4);
    await put(uuid, 'da');
    const files = await openFiles();
    vi.spyOn(files, 'write').mockRejectedValueOnce(error('ENOSPC'));
    expect(await put(uuid, 'ta', 2)).toEqual({ status: 507 });
    vi.spyOn(files, 'write').mockRejectedValueOnce(new TypeError('a mistake'));
    await expect(put(uuid, 'ta', 2)).rejects.toThrow('a mistake');
    expect(await put(uuid, 'ta', 2)).toEqual({ status: 200, size: 4 });
    await finish(uuid);
    expect(readFileSync(real(TARGET), 'utf8')).toBe('data');
  });

  it('bytes that are sent again wait for the sync of those before, and are not blamed for it', async () => {
    const gate = Promise.withResolvers<undefined>();
    vi.spyOn(await openFiles(), 'datasync').mockImplementationOnce(() => gate.promise);
    const uuid = await sent();
    const again = put(uuid, 'DATA');
    // Other requests are served while it waits.
    for (const name of ['b', 'c', 'd']) await sent('x', `${TARGET}.${name}`);
    gate.reject(error('EIO'));
    expect(await again).toEqual({ status: 200, size: 4 });
    await finish(uuid);
    expect(readFileSync(real(TARGET), 'utf8')).toBe('DATA');
  });

  it('a sender that is still sending hears 507', async () => {
    const size = 70 * 1024 * 1024;
    const { uuid } = await transfers.prepare(ann, TARGET, size);
    vi.spyOn(await openFiles(), 'datasync').mockRejectedValueOnce(error('EIO'));
    const line = new PassThrough();
    const answer = transfers.put({ uuid, start: 0, whole: true, body: line, length: null });
    const piece = (): Buffer => Buffer.alloc(1024 * 1024);
    for (let at = 0; at < 66; at++)
      if (!line.write(piece())) await new Promise((resolve) => line.once('drain', resolve));
    await expect.poll(() => new Uploads(box.database).get(uuid)?.boot).toBe('');
    line.end(piece());
    expect(await answer).toEqual({ status: 507 });
    expect(await put(uuid, 'x', 67 * 1024 * 1024)).toEqual({ status: 409, start: 0 });
  });

  it('a sync that fails at the end leaves what stood at the target, and no step of undo', async () => {
    writeFileSync(real(TARGET), 'old');
    const uuid = await sent();
    vi.spyOn(await openFiles(), 'sync').mockRejectedValueOnce(error('EIO'));
    await expect(finish(uuid)).rejects.toSatisfy((failure) => refusalCodeOf(failure) !== 0);
    expect(readFileSync(real(TARGET), 'utf8')).toBe('old');
    expect(box.journal.count('ann')).toBe(0);
    expect(await transfers.prepare(ann, TARGET, 4)).toMatchObject({ uuid, start: 0 });
  });

  it('of files that go together only those that got a name are a step of undo', async () => {
    const files = ['a', 'b', 'c'].map((name) => ({ target: `/mnt/usb1/ann/in/${name}`, size: 1, mtime: SECOND }));
    const { uuid = '' } = await transfers.prepareBundle(ann, files);
    await put(uuid, 'abc');
    const nameHeld = box.vault.moveNewFileWithLockHeld.bind(box.vault);
    vi.spyOn(box.vault, 'moveNewFileWithLockHeld').mockImplementation((...all) =>
      all[2].name === 'a' ? Promise.reject(error('EIO')) : nameHeld(...all),
    );
    const outcomes = await transfers.finishBundle(ann, uuid);
    expect(outcomes.map(({ error: code }) => code)).toEqual([3, 0, 0]);
    expect(box.journal.list('ann', 0, 9).map(({ changes }) => changes.length)).toEqual([2]);
    expect(readdirSync(real('/mnt/usb1/ann/in')).toSorted()).toEqual(['b', 'c']);
    expect(readdirSync(real('/mnt/usb1/.boxwood/parts'))).toEqual([]);
    await box.undo.undo(ann, null);
    expect(readdirSync(real('/mnt/usb1/ann/in'))).toEqual([]);
  });
});

describe('room for what is still to come', () => {
  /** A disk that only the uploads of this test change. */
  const diskWith = (free: number): void => {
    vi.spyOn(Folder.prototype, 'space').mockResolvedValue({ free: free + 16 * 1024 * 1024, total: 2 ** 40 });
  };

  it('a box that was started again asks for it anew, for the rest only', async () => {
    diskWith(10);
    const { uuid } = await transfers.prepare(ann, TARGET, 10);
    await put(uuid, '012345');
    diskWith(3);
    transfers = start();
    expect(await put(uuid, '6789', 6)).toEqual({ status: 507 });
    diskWith(4);
    expect(await put(uuid, '6789', 6)).toEqual({ status: 200, size: 10 });
  });

  it('a refused upload reserves no space', async () => {
    diskWith(9);
    expect(await transfers.prepare(ann, TARGET, 10).catch(refusalCodeOf)).toBe(16);
    expect(await transfers.prepare(callerFor('bob'), '/mnt/usb1/bob/f', 9)).toMatchObject({ start: 0 });
  });

  it('an upload that made room for another one reserves no space any more', async () => {
    diskWith(256 + 9);
    for (let at = 0; at < 256; at++) await transfers.prepare(ann, `/mnt/usb1/ann/f${at}`, 1);
    expect(await transfers.prepare(ann, TARGET, 9)).toMatchObject({ start: 0 });
    expect(await transfers.prepare(callerFor('bob'), '/mnt/usb1/bob/f', 2).catch(refusalCodeOf)).toBe(16);
    expect(await transfers.prepare(callerFor('bob'), '/mnt/usb1/bob/f', 1)).toMatchObject({ start: 0 });
  });
});
