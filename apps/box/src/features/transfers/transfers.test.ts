import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Journal } from '../../storage/journal/journal.ts';
import type { JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { CHUNK_BYTES } from './put-request.ts';
import { Uploads } from './uploads-table.ts';
import { bodyOf, uploadBox, uploadsOf } from './upload-test-helpers.ts';
import type { Transfers } from './transfers.ts';

// A slow test machine is no failure.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const now = (): number => 1_700_000_000_000;
const ann = callerFor('ann');
const TARGET = '/mnt/usb1/ann/in/photo.raw';

let box: JournalTestBox;
let journal: Journal;
let transfers: Transfers;
beforeEach(() => {
  box = uploadBox(now);
  ({ journal } = box);
  transfers = uploadsOf(box, now);
});
afterEach(async () => {
  await transfers.close();
  box.remove();
});

const real = (path: string) => join(box.root, path.replace('/mnt/', ''));
const put = (uuid: string, at: number, bytes: Uint8Array | Readable, length: number | null = null) =>
  transfers.put({ uuid, start: at, body: bytes instanceof Readable ? bytes : bodyOf(bytes), length });
const partNames = () => readdirSync(join(box.root, 'usb1/.boxwood/parts'));

describe('upload', () => {
  it('UPLOAD-08, UPLOAD-10, UPLOAD-12: prepared, sent in chunks, confirmed; visible only then, with the time of its source', async () => {
    const content = randomBytes(3_000_000);
    const prepared = await transfers.prepare(ann, TARGET, content.length);
    expect(prepared).toMatchObject({ baseinfo: { size: 0, mtime_sec: 0 }, start: 0 });
    expect(prepared.uuid).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(await put(prepared.uuid, 0, content.subarray(0, 2_000_000))).toEqual({ status: 200, size: 2_000_000 });
    expect(readdirSync(real('/mnt/usb1/ann/in'))).toEqual([]);
    expect(await put(prepared.uuid, 2_000_000, content.subarray(2_000_000))).toEqual({ status: 200, size: 3_000_000 });
    expect(await transfers.finish(ann, TARGET, content.length, prepared.uuid, 1_600_000_000)).toBe(TARGET);
    expect(readFileSync(real(TARGET)).equals(content)).toBe(true);
    expect(statSync(real(TARGET)).mtimeMs).toBe(1_600_000_000_000);
    expect(partNames()).toEqual([]);
    expect(journal.lastDone('ann')).toMatchObject({ action: 'upload', changes: [{ kind: 'created', path: TARGET }] });
  });

  it('UPLOAD-09: a committed file is described by size and time, a part never is', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 4);
    await put(uuid, 0, Buffer.from('data'));
    expect((await transfers.prepare(ann, TARGET, 4)).baseinfo).toEqual({ size: 0, mtime_sec: 0 });
    await transfers.finish(ann, TARGET, 4, uuid, 1_600_000_000);
    const again = await transfers.prepare(ann, TARGET, 4);
    expect(again.baseinfo).toEqual({ size: 4, mtime_sec: 1_600_000_000 });
    expect(again.uuid).not.toBe(uuid);
  });

  it('UPLOAD-04: the same upload has the same uuid and says how much is held; another size begins anew', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 10);
    await put(uuid, 0, Buffer.from('01234'));
    expect(await transfers.prepare(ann, TARGET, 10)).toMatchObject({ uuid, start: 5 });
    const other = await transfers.prepare(ann, TARGET, 11);
    expect(other.uuid).not.toBe(uuid);
    expect(other.start).toBe(0);
    expect(await put(uuid, 5, Buffer.from('56789'))).toEqual({ status: 404 });
    expect((await transfers.prepare(callerFor('bob'), '/mnt/usb1/shared-files/x', 10)).uuid).not.toBe(other.uuid);
  });

  it('ends with the session that asked for it: the next one goes on with the bytes under another uuid, and the old one opens nothing', async () => {
    const uploads = new Uploads(box.database);
    const { uuid } = await transfers.prepare(ann, TARGET, 10, undefined, 'one');
    expect(await put(uuid, 0, Buffer.from('abcd'))).toEqual({ status: 200, size: 4 });
    const running = put(uuid, 4, new PassThrough());
    uploads.end({ session: 'two' });
    transfers.recheck();
    uploads.end({ session: 'one' });
    transfers.recheck();
    expect(await running).toEqual({ status: 0, size: 4 });
    expect(await put(uuid, 4, Buffer.from('efghij'))).toEqual({ status: 404 });
    const next = await transfers.prepare(ann, TARGET, 10, undefined, 'two');
    expect([next.start, next.uuid === uuid]).toEqual([4, false]);
    expect(await put(uuid, 0, Buffer.from('x'))).toEqual({ status: 404 });
    expect(await put(next.uuid, 4, Buffer.from('efghij'))).toEqual({ status: 200, size: 10 });
    const third = await transfers.prepare(ann, TARGET, 10, undefined, 'three');
    expect([third.start, third.uuid]).toEqual([10, next.uuid]);
    uploads.end({ session: 'three' });
    expect(await put(next.uuid, 0, Buffer.from('x'))).toEqual({ status: 404 });
    const last = await transfers.prepare(ann, TARGET, 10, undefined, 'two');
    expect([last.start, last.uuid === third.uuid]).toEqual([10, false]);
    expect(await transfers.finish(ann, TARGET, 10, last.uuid, 1_600_000_000)).toBe(TARGET);
    expect(readFileSync(real(TARGET), 'utf8')).toBe('abcdefghij');
    expect(partNames()).toEqual([]);
  });

  it('UPLOAD-30: a wrong start is 409 with the right one, 0 truncates, too much is 413, a stranger is 404', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 10);
    await put(uuid, 0, Buffer.from('abcde'));
    expect(await put(uuid, 3, Buffer.from('x'))).toEqual({ status: 409, start: 5 });
    expect(await put(uuid, 7, Buffer.from('x'))).toEqual({ status: 409, start: 5 });
    expect(await put(uuid, 5, Buffer.from('too many'), 8)).toEqual({ status: 413 });
    expect(await put(uuid, 5, Buffer.from('too many'))).toEqual({ status: 413 });
    expect(await transfers.prepare(ann, TARGET, 10)).toMatchObject({ start: 5 });
    expect(await put(uuid, 0, Buffer.from('ABC'))).toEqual({ status: 200, size: 3 });
    expect(await put('x'.repeat(32), 0, Buffer.from('a'))).toEqual({ status: 404 });
    expect(await put(uuid, 0, Buffer.alloc(0), CHUNK_BYTES + 1)).toEqual({ status: 413 });
  });

  it('UPLOAD-31: a file of any length goes in one body when its sender says so, and is resumed where that was cut', async () => {
    const size = 2 * CHUNK_BYTES + 3;
    const content = randomBytes(size);
    const { uuid } = await transfers.prepare(ann, TARGET, size);
    const whole = (body: Readable, at = 0, length: number | null = size) =>
      transfers.put({ uuid, start: at, whole: true, body, length });
    const line = new PassThrough();
    const sent = whole(line);
    line.write(content.subarray(0, CHUNK_BYTES + 3));
    line.end();
    expect(await sent).toEqual({ status: 200, size: CHUNK_BYTES + 3 });
    // Longer than the file, or not from its start: as for any other body.
    expect(await whole(Readable.from([]), 0, size + 1)).toEqual({ status: 413 });
    expect(await whole(Readable.from([]), CHUNK_BYTES + 3, CHUNK_BYTES + 1)).toEqual({ status: 413 });
    expect(await put(uuid, 0, Readable.from([]), size)).toEqual({ status: 413 });
    expect(await transfers.prepare(ann, TARGET, size)).toMatchObject({ uuid, start: CHUNK_BYTES + 3 });
    expect(await put(uuid, CHUNK_BYTES + 3, content.subarray(CHUNK_BYTES + 3))).toEqual({ status: 200, size });
    await transfers.finish(ann, TARGET, size, uuid, 1);
    expect(readFileSync(real(TARGET)).equals(content)).toBe(true);
  });

  it('a long body reaches the disk while it is received', async () => {
    const size = 200 * 1024 * 1024;
    const { uuid } = await transfers.prepare(ann, TARGET, size);
    const line = new PassThrough();
    const sent = transfers.put({ uuid, start: 0, whole: true, body: line, length: size });
    for (let at = 0; at < 150; at++) if (!line.write(Buffer.alloc(1024 * 1024))) await once(line, 'drain');
    await expect.poll(() => new Uploads(box.database).get(uuid)?.synced ?? 0).toBeGreaterThanOrEqual(64 * 1024 * 1024);
    line.destroy();
    expect(await sent).toEqual({ status: 0, size: 150 * 1024 * 1024 });
  });

  it('a PUTDONE that does not fit is refused and changes nothing', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 5);
    await put(uuid, 0, Buffer.from('abcd'));
    const finish = (caller = ann, target = TARGET, size = 5, id = uuid) =>
      transfers.finish(caller, target, size, id, 1);
    await expect(finish()).rejects.toMatchObject({ code: 11 });
    await expect(finish(ann, TARGET, 4)).rejects.toMatchObject({ code: 11 });
    await expect(finish(ann, '/mnt/usb1/ann/in/other')).rejects.toMatchObject({ code: 15 });
    await expect(finish(ann, TARGET, 5, 'y'.repeat(32))).rejects.toMatchObject({ code: 15 });
    await expect(finish(callerFor('bob'), TARGET)).rejects.toMatchObject({ code: 13 });
    expect(readdirSync(real('/mnt/usb1/ann/in'))).toEqual([]);
    expect(journal.count('ann')).toBe(0);
  });

  it('a lost answer may be asked for again', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 1);
    await put(uuid, 0, Buffer.from('a'));
    await transfers.finish(ann, TARGET, 1, uuid, 5);
    expect(await transfers.finish(ann, TARGET, 1, uuid, 5)).toBe(TARGET);
    expect(journal.count('ann')).toBe(1);
  });

  it('an empty file needs no PUT', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 0);
    await transfers.finish(ann, TARGET, 0, uuid, 7);
    expect(statSync(real(TARGET))).toMatchObject({ size: 0, mtimeMs: 7000 });
  });

  it('UPLOAD-23: the file at the target is replaced whole; a link there is replaced, not followed; a folder is refused', async () => {
    mkdirSync(real('/mnt/usb1/ann/in'), { recursive: true });
    writeFileSync(real(TARGET), 'old and longer');
    writeFileSync(join(box.root, 'canary'), 'CANARY');
    symlinkSync(join(box.root, 'canary'), real('/mnt/usb1/ann/in/link'));
    for (const target of [TARGET, '/mnt/usb1/ann/in/link']) {
      const { uuid } = await transfers.prepare(ann, target, 3);
      await put(uuid, 0, Buffer.from('new'));
      await transfers.finish(ann, target, 3, uuid, 1);
      expect(readFileSync(real(target), 'utf8')).toBe('new');
    }
    expect(readFileSync(join(box.root, 'canary'), 'utf8')).toBe('CANARY');
    expect(journal.list('ann', 0, 9)[0]?.changes.map(({ kind }) => kind)).toEqual(['trashed', 'created']);
    await expect(transfers.prepare(ann, '/mnt/usb1/ann/in', 3)).rejects.toMatchObject({ code: 3 });
    await expect(transfers.prepare(ann, '/mnt/usb1/ann', 3)).rejects.toMatchObject({ code: 5 });
  });

  it('no room is 16 before a byte is sent, and the safe takes encrypted files only', async () => {
    await expect(transfers.prepare(ann, TARGET, 2 ** 52)).rejects.toMatchObject({ code: 16 });
    const open = callerFor('ann', ['safe']);
    await expect(transfers.prepare(open, '/mnt/usb1/ann/.safebox/plain.txt', 1)).rejects.toMatchObject({ code: 13 });
    expect((await transfers.prepare(open, '/mnt/usb1/ann/.safebox/a.hyencrypt_v3', 1)).start).toBe(0);
    await expect(transfers.prepare(ann, '/mnt/usb3/ann/x', 1)).rejects.toMatchObject({ code: 13 });
  });

  it.each(['a.hyencrypt_v3', 'a.hyencrypt_v2'])('a plain file does not enter the safe as %s', async (name) => {
    const open = callerFor('ann', ['safe']);
    mkdirSync(real('/mnt/usb1/ann/.safebox'), { recursive: true });
    const target = `/mnt/safebox/${name}`;
    const send = async (content: string) => {
      const { uuid } = await transfers.prepare(open, target, content.length);
      await put(uuid, 0, Buffer.from(content));
      return transfers.finish(open, target, content.length, uuid, 1_600_000_000);
    };
    await expect(send('plain')).rejects.toMatchObject({ code: 13, info: 'encrypted' });
    expect(readdirSync(real('/mnt/usb1/ann/.safebox'))).toEqual([]);
    expect(await send('age-encryption.org/v1\n...')).toBe(target);
  });

  it('a share that was revoked takes no more bytes', async () => {
    mkdirSync(real('/mnt/usb1/ann/s'), { recursive: true });
    box.grants.push({ to: 'bob', sharer: 'ann', name: 'S', path: '/mnt/usb1/ann/s' });
    const { uuid } = await transfers.prepare(callerFor('bob'), '/mnt/usb1/bob/.share2me/ann/S/x', 2);
    expect(await put(uuid, 0, Buffer.from('a'))).toMatchObject({ status: 200 });
    box.grants.length = 0;
    expect(await put(uuid, 1, Buffer.from('b'))).toEqual({ status: 404 });
  });

  it('many finishers, one file: each answer stands for a whole file of its own', async () => {
    const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(1000 + index, `${index}`));
    await Promise.all(
      contents.map(async (content) => {
        const shared = '/mnt/usb1/shared-files/one';
        const user = callerFor(`u${content.length}`);
        const { uuid } = await transfers.prepare(user, shared, content.length);
        await put(uuid, 0, content);
        await transfers.finish(user, shared, content.length, uuid, 1);
      }),
    );
    const left = readFileSync(join(box.root, 'usb1/shared-files/one'));
    expect(contents.some((content) => content.equals(left))).toBe(true);
    expect(existsSync(join(box.root, 'usb1/shared-files/.boxwood'))).toBe(false);
  });
});
