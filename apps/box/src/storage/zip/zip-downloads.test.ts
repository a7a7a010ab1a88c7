import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { SendBuffers } from '../../features/files/download/send-buffers.ts';
import { callerFor, Refusal } from '../vault/index.ts';
import { createTestVault } from '../vault/vault-test-helpers.ts';
import { planZip } from './zip-plan.ts';
import { ZipSourceChanged, readZip } from './read-zip.ts';
import { ZipDownloads } from './zip-downloads.ts';
import { sevenZipPath } from '../archives/seven-zip.ts';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';

// A busy machine may be slow; this is not an error.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const program = sevenZipPath() ?? '7-Zip is missing';
const box = createTestVault();
const ann = callerFor('ann');
const home = join(box.root, 'usb1/ann');
const out = mkdtempSync(join(tmpdir(), 'boxwood-zip-'));
const wire = (name = 'Trip') => `/mnt/usb1/ann/${name}`;
const plan = (...names: readonly string[]) =>
  planZip(box.vault, ann, names.length === 0 ? [wire()] : names.map(wire), { signal: new AbortController().signal });
const buffers = new SendBuffers();

/** Bytes `start` to `end` of a planned archive. */
const read = async (planned: Awaited<ReturnType<typeof plan>>, start = 0, end = planned.size - 1): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  using lent = buffers.lease('ann', end - start + 1);
  if (lent === null) throw new Error('no buffers');
  for await (const piece of readZip({ vault: box.vault, caller: ann }, planned, { start, end }, lent))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
};

/** Unpacks with 7-Zip. */
const unpack = (bytes: Buffer): string => {
  const archive = join(out, 'a.zip');
  const into = join(out, 'into');
  rmSync(into, { recursive: true, force: true });
  writeFileSync(archive, bytes);
  execFileSync(program, ['x', '-y', `-o${into}`, archive], { stdio: 'pipe' });
  return into;
};

/** All files below a folder with their bytes, and folders with null. */
const tree = (folder: string): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const path = join(folder, name);
      return [name, statSync(path).isDirectory() ? null : readFileSync(path, 'latin1')];
    }),
  );

beforeAll(() => mkdirSync(home, { recursive: true }));
beforeEach(() => {
  rmSync(join(home, 'Trip'), { recursive: true, force: true });
  mkdirSync(join(home, 'Trip/empty'), { recursive: true });
});
afterAll(() => {
  box.remove();
  rmSync(out, { recursive: true });
});

const anyTree = fc.dictionary(
  fc
    .string({
      unit: fc.constantFrom('a', 'b', ' ', '1', '.', '-', '_', '#', '?', '%', 'é', '旅', '🎉'),
      minLength: 1,
      maxLength: 12,
    })
    .filter((name) => !/^\.+$|^ | $|\.$/.test(name)),
  fc.uint8Array({ maxLength: 3000 }),
  { maxKeys: 12 },
);

describe('a ZIP archive that is made while it is fetched', () => {
  it('unpacks to what is there, has the length that was promised, and any part of it is that part', async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, fc.nat(), fc.nat(), async (files, one, other) => {
        rmSync(join(home, 'Trip'), { recursive: true });
        mkdirSync(join(home, 'Trip/deep/er'), { recursive: true });
        for (const [at, [name, bytes]] of Object.entries(files).entries())
          writeFileSync(join(home, 'Trip', at % 2 === 0 ? '' : 'deep/er', name), bytes);
        const planned = await plan();
        const whole = await read(planned);
        expect(whole).toHaveLength(planned.size);
        expect(tree(join(unpack(whole), 'Trip'))).toEqual(tree(join(home, 'Trip')));
        const [start, end] = [one % planned.size, other % planned.size].toSorted((a, b) => a - b);
        // With a plan that has no checksums yet, as after a broken connection.
        expect((await read(await plan(), start, end)).equals(whole.subarray(start, (end ?? 0) + 1))).toBe(true);
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it('keeps times, and a name that is no UTF-8 as its bytes', async () => {
    writeFileSync(join(home, 'Trip/old.txt'), 'old');
    utimesSync(join(home, 'Trip/old.txt'), 1_000_000_001, 1_000_000_001);
    writeFileSync(Buffer.concat([Buffer.from(`${home}/Trip/`), Buffer.from([0xff, 0xfe]), Buffer.from('.txt')]), 'odd');
    const whole = await read(await plan());
    expect(whole.includes(Buffer.concat([Buffer.from('Trip/'), Buffer.from([0xff, 0xfe]), Buffer.from('.txt')]))).toBe(
      true,
    );
    expect(statSync(join(unpack(whole), 'Trip/old.txt')).mtimeMs).toBe(1_000_000_001_000);
  });

  it('leaves links and the box’s own out, and says how many it left out', async () => {
    mkdirSync(join(home, 'Trip/.boxwood-part'));
    mkdirSync(join(home, '.safe_home'), { recursive: true });
    writeFileSync(join(home, '.safe_home/secret.txt'), 'secret');
    writeFileSync(join(home, 'Trip/.hidden'), 'mine');
    symlinkSync('/etc/passwd', join(home, 'Trip/passwd'));
    symlinkSync('/etc', join(home, 'Trip/etc'));
    const planned = await plan();
    expect(planned.skipped).toBe(2);
    expect(planned.entries.map(({ label }) => label).toSorted()).toEqual(['Trip/', 'Trip/.hidden', 'Trip/empty/']);
    const all = await planZip(box.vault, ann, ['/mnt/usb1/ann'], { signal: new AbortController().signal });
    expect(all.entries.filter(({ path }) => path.includes('secret'))).toEqual([]);
  });

  it('ends the answer when a file is not what it was', async () => {
    writeFileSync(join(home, 'Trip/a.txt'), 'as it was');
    const planned = await plan();
    appendFileSync(join(home, 'Trip/a.txt'), ', and more');
    await expect(read(planned)).rejects.toThrow(ZipSourceChanged);
    rmSync(join(home, 'Trip/a.txt'));
    await expect(read(planned)).rejects.toThrow(Refusal);
  });

  it('goes on past 4 GiB', async () => {
    for (const name of ['a', 'b']) {
      writeFileSync(join(home, `Trip/${name}.bin`), '');
      truncateSync(join(home, `Trip/${name}.bin`), 2 ** 32 + 5);
    }
    writeFileSync(join(home, 'Trip/z.txt'), 'behind both');
    const planned = await plan();
    // The known checksum of that many zeros, so that the test does not read them.
    for (const [index, { size }] of planned.entries.entries()) if (size > 2 ** 32) planned.sums.set(index, 0x8bc3_6e2d);
    // Everything except the zeros, each chunk at its position.
    const archive = join(out, 'large.zip');
    const file = openSync(archive, 'w');
    for (const [index, from] of [...planned.offsets].entries()) {
      const size = planned.entries[index]?.size ?? 0;
      const small = size < 2 ** 32;
      const next = planned.offsets[index + 1] ?? planned.table.offset;
      writeSync(file, await read(planned, from, small ? next - 1 : from + 1000), 0, null, from);
      if (!small) writeSync(file, await read(planned, next - 24, next - 1), 0, null, next - 24);
    }
    writeSync(file, await read(planned, planned.table.offset), 0, null, planned.table.offset);
    closeSync(file);
    const listed = execFileSync(program, ['l', '-slt', archive], { encoding: 'utf8' });
    expect(listed.match(/^Size = 4294967301$/gm)).toHaveLength(2);
    expect(listed).toContain(`Physical Size = ${planned.size}`);
    const last = planned.entries.findIndex(({ label }) => label.endsWith('z.txt'));
    const at = planned.offsets[last] ?? 0;
    expect((await read(planned, at, at + 60)).includes('behind both')).toBe(true);
  });
});

describe('what is offered to be fetched', () => {
  let now = 0;
  const zips = new ZipDownloads(box.vault, { now: () => now });

  it('is for whoever asked, while they may read all of it, for an hour', async () => {
    writeFileSync(join(home, 'Trip/a.txt'), 'one');
    const offer = await zips.prepare(ann, [wire()], connectedSignal());
    expect(offer).toMatchObject({ name: 'Trip.zip', count: 1, skipped: 0 });
    expect(zips.serve(ann, offer.id, {})).toMatchObject({ status: 200, headers: { 'content-length': offer.size } });
    expect(zips.serve(callerFor('bob'), offer.id, {})).toBeNull();
    mkdirSync(join(box.root, 'usb1/shared-files/all'), { recursive: true });
    const shared = await zips.prepare(ann, ['/mnt/usb1/shared-files/all'], connectedSignal());
    expect(zips.serve(callerFor('bob'), shared.id, {})).toBeNull();
    expect(zips.serve(ann, 'A'.repeat(24), {})).toBeNull();
    mkdirSync(join(home, '.safe_home'), { recursive: true });
    const unlocked = callerFor('ann', ['home']);
    const behind = await zips.prepare(unlocked, ['/mnt/usb1/ann/.safe_home'], connectedSignal());
    expect(zips.serve(unlocked, behind.id, {})).not.toBeNull();
    expect(zips.serve(ann, behind.id, {})).toBeNull();
    const part = zips.serve(ann, offer.id, { range: 'bytes=5-', 'if-range': `"${offer.id}"` });
    expect(part).toMatchObject({
      status: 206,
      headers: { 'content-range': `bytes 5-${offer.size - 1}/${offer.size}` },
    });
    expect(zips.serve(ann, offer.id, { range: 'bytes=5-', 'if-range': '"other"' })).toMatchObject({ status: 200 });
    expect(zips.serve(ann, offer.id, { range: `bytes=${offer.size}-` })).toMatchObject({ status: 416 });
    now += 3_600_000;
    await zips.prepare(ann, [wire()], connectedSignal());
    expect(zips.serve(ann, offer.id, {})).toBeNull();
  });

  it('is for the visitors of a share alone when it was made for them, and without what is hidden', async () => {
    writeFileSync(join(home, 'Trip/.diary'), 'hidden');
    mkdirSync(join(home, 'Trip/.git'));
    writeFileSync(join(home, 'Trip/.git/config'), 'hidden');
    writeFileSync(join(home, 'Trip/a.txt'), 'one');
    const own = await zips.prepare(ann, [wire()], connectedSignal());
    const offer = await zips.prepare(ann, [wire()], connectedSignal(), { share: 's', title: 'Our trip' });
    expect([own.count, offer.count, offer.name]).toEqual([3, 1, 'Our trip.zip']);
    expect(zips.serve(ann, offer.id, {}, 's')).toMatchObject({ status: 200 });
    for (const share of [undefined, null, 'other']) expect(zips.serve(ann, offer.id, {}, share), `${share}`).toBeNull();
    expect(zips.serve(ann, own.id, {}, 's')).toBeNull();
  });

  it('is nothing that the caller may not read', async () => {
    await expect(zips.prepare(callerFor('bob'), [wire()], connectedSignal())).rejects.toMatchObject({ code: 13 });
    await expect(zips.prepare(ann, [wire('none')], connectedSignal())).rejects.toMatchObject({ code: 15 });
    await expect(zips.prepare(ann, [wire(), '/mnt/usb1/ann/.safe_home'], connectedSignal())).rejects.toMatchObject({
      code: 13,
    });
  });

  it('is named after the folder, and two of one name get different ones', async () => {
    mkdirSync(join(home, 'Trip/two'));
    for (const name of ['a.txt', 'two/a.txt']) writeFileSync(join(home, 'Trip', name), name);
    const planned = await plan('Trip/a.txt', 'Trip/two/a.txt');
    expect(planned.entries.map(({ label }) => label)).toEqual(['a.txt', 'a (2).txt']);
    expect((await zips.prepare(ann, [wire('Trip/a.txt'), wire('Trip/two')], connectedSignal())).name).toBe('Trip.zip');
  });
});
