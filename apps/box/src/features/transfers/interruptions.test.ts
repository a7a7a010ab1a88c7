/**
 * Bytes held after an upload is interrupted by its sender, the network, a restart of the box or machine, the disk, or a
 * timeout.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import type { JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { Uploads } from './uploads-table.ts';
import { bodyOf, uploadBox, uploadsOf } from './upload-test-helpers.ts';
import { type Transfers, UPLOAD_LIFE_MS } from './transfers.ts';

// A slow test machine is no failure.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ann = callerFor('ann');
const TARGET = '/mnt/usb1/ann/in/photo.raw';

let box: JournalTestBox;
let now: number;
let transfers: Transfers;
/** Instances abandoned by a restart of the box; their files are closed at the end. */
const left: Transfers[] = [];
const start = (bootId = 'boot 1', stallMs?: number): Transfers => {
  const begun = uploadsOf(box, () => now, { bootId, ...(stallMs === undefined ? {} : { stallMs }) });
  left.push(begun);
  return begun;
};

beforeEach(() => {
  now = 1_700_000_000_000;
  box = uploadBox(() => now);
  transfers = start();
});
afterEach(async () => {
  for (const one of left.splice(0)) await one.close();
  box.remove();
});

const real = (path: string) => join(box.root, path.replace('/mnt/', ''));
const put = (uuid: string, at: number, bytes: Uint8Array | Readable) =>
  transfers.put({ uuid, start: at, body: bytes instanceof Readable ? bytes : bodyOf(bytes), length: null });
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
  // Nothing is deleted from read-only or foreign volumes.
  for (const volume of ['usb3', 'extdev']) {
    mkdirSync(join(box.root, volume, '.boxwood/parts'), { recursive: true });
    writeFileSync(join(box.root, volume, '.boxwood/parts/orphan'), '');
  }
  expect(await transfers.collect()).toBe(2);
  expect(readdirSync(join(box.root, 'usb1/.boxwood/parts'))).toEqual([young.uuid]);
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
    { numRuns: propertyRuns(40) },
  );
});
