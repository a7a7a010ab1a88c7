import { Room } from '../space/room.ts';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newSecret } from '../identity/secrets.ts';
import type { Journal } from '../journal/journal.ts';
import type { TestBox } from '../journal/testing.ts';
import { testBox } from '../journal/testing.ts';
import { callerFor } from '../vault/index.ts';
import { transferMigrations, Uploads } from './tables.ts';
import { CHUNK_BYTES } from './requests.ts';
import { Transfers, UPLOAD_LIFE_MS } from './transfers.ts';

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: TestBox;
let journal: Journal;
let now = 1_700_000_000_000;
const ann = callerFor('ann');
const TARGET = '/mnt/usb1/ann/in/photo.raw';

/** Those that a restart of the box left as they were: their files are closed at the end. */
const left: Transfers[] = [];
const start = (bootId = 'boot 1', stallMs?: number): Transfers => {
  const begun = new Transfers({
    room: new Room(),
    vault: box.vault,
    bins: box.bins,
    uploads: new Uploads(box.database),
    journal,
    clock: { now: () => now },
    newUuid: newSecret,
    bootId,
    ...(stallMs === undefined ? {} : { stallMs }),
  });
  left.push(begun);
  return begun;
};
let transfers: Transfers;

beforeEach(() => {
  box = testBox(() => now, transferMigrations);
  ({ journal } = box);
  transfers = start();
});
afterEach(async () => {
  for (const one of left.splice(0)) await one.close();
  box.remove();
});

const real = (path: string) => join(box.root, path.replace('/mnt/', ''));
const put = (uuid: string, at: number, bytes: Uint8Array | Readable, length: number | null = null) =>
  transfers.put({
    uuid,
    start: at,
    body: bytes instanceof Readable ? bytes : Readable.from([Buffer.from(bytes)], { objectMode: false }),
    length,
  });
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
    // Longer than the file, or not from the beginning: as every other body.
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
});

describe('interruptions', () => {
  const cut = (bytes: Uint8Array) =>
    Readable.from(
      (async function* () {
        await Promise.resolve();
        yield Buffer.from(bytes);
        throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      })(),
      { objectMode: false },
    );

  it('what arrived before a cut is kept and the upload goes on there', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 6);
    expect(await put(uuid, 0, cut(Buffer.from('abc')))).toEqual({ status: 0, size: 3 });
    expect(await transfers.prepare(ann, TARGET, 6)).toMatchObject({ uuid, start: 3 });
    expect(await put(uuid, 3, Buffer.from('def'))).toEqual({ status: 200, size: 6 });
    await transfers.finish(ann, TARGET, 6, uuid, 1);
    expect(readFileSync(real(TARGET), 'utf8')).toBe('abcdef');
  });

  it('a sender who falls silent is let go, and a newer PUT ends an older one that hangs', async () => {
    transfers = start('boot 1', 30);
    const { uuid } = await transfers.prepare(ann, TARGET, 6);
    const silent = new Readable({ read: () => undefined });
    silent.push('ab');
    expect(await put(uuid, 0, silent)).toEqual({ status: 0, size: 2 });
    transfers = start('boot 1', 60_000);
    const hanging = new Readable({ read: () => undefined });
    hanging.push('cd');
    const older = put(uuid, 2, hanging);
    while (hanging.readableLength > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setImmediate(resolve));
    const newer = await put(uuid, 2, Buffer.from('xy'));
    expect(await older).toEqual({ status: 0, size: 4 });
    expect(newer).toEqual({ status: 409, start: 4 });
    expect(await put(uuid, 4, Buffer.from('ef'))).toEqual({ status: 200, size: 6 });
    await transfers.finish(ann, TARGET, 6, uuid, 1);
    expect(readFileSync(real(TARGET), 'utf8')).toBe('abcdef');
  });

  it('after a restart of the box everything held counts; after a restart of the machine what was synced', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 9);
    await put(uuid, 0, Buffer.from('abcdef'));
    await transfers.close();
    transfers = start('boot 1');
    expect(await transfers.prepare(ann, TARGET, 9)).toMatchObject({ uuid, start: 6 });
    new Uploads(box.database).setSynced(uuid, 4);
    transfers = start('boot 2');
    expect(await transfers.prepare(ann, TARGET, 9)).toMatchObject({ uuid, start: 4 });
    expect(await put(uuid, 6, Buffer.from('ghi'))).toEqual({ status: 409, start: 4 });
    expect(await put(uuid, 4, Buffer.from('EFGHI'))).toEqual({ status: 200, size: 9 });
    await transfers.finish(ann, TARGET, 9, uuid, 1);
    expect(readFileSync(real(TARGET), 'utf8')).toBe('abcdEFGHI');
  });

  it('a box killed after the rename and before the record answers PUTDONE as done', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 3);
    await put(uuid, 0, Buffer.from('abc'));
    await transfers.finish(ann, TARGET, 3, uuid, 9);
    box.database.run('UPDATE uploads SET done = NULL WHERE uuid = ?', uuid);
    expect(await transfers.finish(ann, TARGET, 3, uuid, 9)).toBe(TARGET);
    box.database.run('UPDATE uploads SET done = NULL WHERE uuid = ?', uuid);
    await expect(transfers.finish(ann, TARGET, 3, uuid, 10)).rejects.toMatchObject({ code: 15 });
  });

  it('a part that cannot be written is 507, and the upload goes on when it can', async () => {
    const { uuid } = await transfers.prepare(ann, TARGET, 2);
    await put(uuid, 0, Buffer.from('a'));
    const part = join(box.root, 'usb1/.boxwood/parts', uuid);
    rmSync(part);
    mkdirSync(part);
    expect(await put(uuid, 0, Buffer.from('a'))).toEqual({ status: 507 });
    rmdirSync(part);
    expect(await put(uuid, 1, Buffer.from('b'))).toEqual({ status: 409, start: 0 });
    expect(await put(uuid, 0, Buffer.from('ab'))).toEqual({ status: 200, size: 2 });
    await transfers.finish(ann, TARGET, 2, uuid, 1);
    expect(readFileSync(real(TARGET), 'utf8')).toBe('ab');
  });

  it('seven days without a byte and an upload is given up; other parts stay', async () => {
    const old = await transfers.prepare(ann, TARGET, 2);
    await put(old.uuid, 0, Buffer.from('a'));
    now += UPLOAD_LIFE_MS - 1000;
    const young = await transfers.prepare(ann, `${TARGET}.2`, 2);
    await put(young.uuid, 0, Buffer.from('a'));
    expect(await transfers.collect()).toBe(0);
    now += 2000;
    writeFileSync(join(box.root, 'usb1/.boxwood/parts/orphan'), '');
    // Nothing is removed from what is read-only, or not the box's own.
    for (const volume of ['usb3', 'extdev']) {
      mkdirSync(join(box.root, volume, '.boxwood/parts'), { recursive: true });
      writeFileSync(join(box.root, volume, '.boxwood/parts/orphan'), '');
    }
    expect(await transfers.collect()).toBe(2);
    expect(partNames()).toEqual([young.uuid]);
    for (const volume of ['usb3', 'extdev'])
      expect(readdirSync(join(box.root, volume, '.boxwood/parts'))).toEqual(['orphan']);
    expect((await transfers.prepare(ann, TARGET, 2)).start).toBe(0);
  });

  it('any sequence of chunks, cuts, restarts and wrong starts ends with the right bytes', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom('send', 'cut'), bytes: fc.integer({ min: 1, max: 400 }) }),
      fc.record({ kind: fc.constantFrom('restart', 'wrong'), bytes: fc.integer({ min: 1, max: 50 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.integer({ min: 1, max: 1500 }), async (steps, size) => {
        const content = randomBytes(size);
        const target = `/mnt/usb1/ann/p/${createHash('sha256').update(content).digest('hex')}`;
        let { uuid, start: held } = await transfers.prepare(ann, target, size);
        for (const { kind, bytes } of steps) {
          if (kind === 'restart') transfers = start('boot 1');
          if (kind === 'wrong')
            expect(await put(uuid, held + bytes, Buffer.from('?'))).toEqual({ status: 409, start: held });
          const piece = content.subarray(held, held + bytes);
          if (kind === 'send' && piece.length > 0)
            expect(await put(uuid, held, piece)).toEqual({ status: 200, size: held + piece.length });
          if (kind === 'cut') await put(uuid, held, cut(piece));
          ({ uuid, start: held } = await transfers.prepare(ann, target, size));
        }
        if (held < size) await put(uuid, held, content.subarray(held));
        await transfers.finish(ann, target, size, uuid, 1);
        expect(readFileSync(real(target)).equals(content)).toBe(true);
      }),
      { numRuns: 40 },
    );
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
