import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { receiveBody } from '../features/transfers/part-writer.ts';
import { allocatePageAligned, DirectIoWriter, writeFully } from './direct-io.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwood-past-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const MIB = 1024 * 1024;
/** Bytes whose pages all differ. */
const content = (bytes: number): Buffer => {
  const all = Buffer.alloc(bytes);
  for (let at = 0; at + 4 <= bytes; at += 4) all.writeUInt32LE(at, at);
  return all;
};
/** Each chunk of a body owns its memory, because that is released. */
const cut = (all: Buffer, lengths: readonly number[]): Readable =>
  Readable.from(
    (function* () {
      let at = 0;
      for (const length of lengths) yield Buffer.from(all.subarray(at, (at += length)));
      if (at < all.length) yield Buffer.from(all.subarray(at));
    })(),
    { objectMode: false },
  );
const received = async (path: string, all: Buffer, from: number, lengths: readonly number[]): Promise<void> => {
  await using file = await open(path, 'r+');
  using past = new DirectIoWriter(file.fd);
  const { bytes, interrupted } = await receiveBody(past, cut(all.subarray(from), lengths), {
    position: from,
    isLarge: true,
    limit: all.length,
    stallMs: 60_000,
    signal: new AbortController().signal,
  });
  expect([bytes, interrupted]).toEqual([all.length - from, null]);
  await file.datasync();
};

/** A tmpfs has no page cache to bypass. */
const TMPFS = 0x01021994;
const canTell = (): boolean => {
  try {
    execFileSync('fincore', ['--version']);
  } catch {
    return false;
  }
  return statfsSync(tmpdir()).type !== TMPFS;
};
const remembered = (path: string): number =>
  Number(execFileSync('fincore', ['--bytes', '--noheadings', '--output', 'RES', path], { encoding: 'utf8' }));

describe('what is written past the cache', () => {
  it('is there to the byte, wherever an upload goes on and in whatever pieces it comes', async () => {
    const all = content(3 * MIB + 1234);
    const path = join(folder, 'part');
    await fc.assert(
      fc.asyncProperty(
        fc.nat(all.length - 1),
        fc.array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 30 }),
        async (from, lengths) => {
          await using file = await open(path, 'w');
          await file.write(all, 0, from);
          await received(path, all, from, lengths);
          expect((await readFile(path)).equals(all)).toBe(true);
        },
      ),
      { numRuns: propertyRuns(25), examples: [[0, []]] },
    );
  });

  it.runIf(canTell())('leaves no more in the memory of the system than its ends', async () => {
    const all = content(5 * MIB + 1234);
    const path = join(folder, 'part');
    await (await open(path, 'w')).close();
    await received(path, all, 0, [70_000]);
    expect(remembered(path)).toBeLessThan(MIB);
  });

  it('goes the ordinary way where the file system takes no such memory, and for what fills no page', async () => {
    await using file = await open(join(folder, 'other'), 'w+');
    using past = new DirectIoWriter(file.fd);
    // Whole pages of the file, from unaligned memory.
    const within = Buffer.allocUnsafeSlow(MIB).fill(1);
    expect(await past.write(within, 0, MIB, 0)).toBe(MIB);
    using other = new DirectIoWriter(file.fd);
    expect(other.writeSync(within, 0, MIB, MIB)).toBe(MIB);
    expect(await past.write(allocatePageAligned(4096).fill(1), 0, 10, 2 * MIB)).toBe(10);
    expect((await readFile(join(folder, 'other'))).equals(Buffer.alloc(2 * MIB + 10, 1))).toBe(true);
  });

  it('is written as a whole in however many calls, past the cache and through it', async () => {
    const all = content(MIB + 1234);
    await using file = await open(join(folder, 'whole'), 'w+');
    using past = new DirectIoWriter(file.fd);
    const aligned = allocatePageAligned(2 * MIB);
    all.copy(aligned);
    writeFully(past, aligned, all.length, 0);
    writeFully(file.fd, all, all.length, all.length);
    expect((await readFile(join(folder, 'whole'))).equals(Buffer.concat([all, all]))).toBe(true);
  });

  it('says what the disk says', async () => {
    await using file = await open('/dev/full', 'w');
    using past = new DirectIoWriter(file.fd);
    await expect(past.write(allocatePageAligned(4096), 0, 4096, 0)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(() => past.writeSync(allocatePageAligned(4096), 0, 4096, 0)).toThrow('ENOSPC');
  });
});
