import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Progress, StoppedError } from '../../runtime/progress.ts';
import { OperationFailed, OPS } from '../copy/operation-codes.ts';
import { Folder } from '../vault/index.ts';
import { type Extraction, extractArchive } from './extract-archive.ts';
import { noise, createTar, createZip } from './malicious-archives.ts';
import { sevenZipPath } from './seven-zip.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'extract-'));
  mkdirSync(join(root, 'staging'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Records the progress it receives. */
class Heard extends Progress {
  readonly heard: number[] = [];

  override setDone(bytes: number): void {
    this.heard.push(bytes);
    super.setDone(bytes);
  }
}

/** Extracts an archive without the task queue, on a disk with `room` free bytes. */
const extract = async (
  name: string,
  bytes: Buffer,
  room: number,
  more: Partial<Extraction> = {},
): Promise<Progress> => {
  writeFileSync(join(root, name), bytes);
  const gauge = new Progress();
  await using archive = await open(join(root, name));
  await using staging = await Folder.open(join(root, 'staging'), []);
  await extractArchive({
    archive,
    name,
    staging,
    progress: gauge,
    password: undefined,
    signal: new AbortController().signal,
    working: () => undefined,
    claim: () => Promise.resolve(),
    room: () => Promise.resolve(room),
    ...more,
  });
  return gauge;
};
const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => OPS.done,
    (failure: unknown) => (failure instanceof OperationFailed ? failure.code : failure),
  );
const unpacked = () => readdirSync(join(root, 'staging/item')).toSorted();

const [one, two] = [noise(150_000), noise(100_000)];
const entries = [
  { name: 'one', content: one },
  { name: 'two', content: two },
];
const archives: readonly (readonly [name: string, bytes: () => Buffer, holds: number])[] = [
  ['a.zip', () => createZip(entries), 250_000],
  ['a.tar', () => createTar(entries), 250_000],
  ['a.tar.gz', () => gzipSync(createTar(entries)), 250_000],
  ['a.gz', () => gzipSync(one), 150_000],
];

describe('an archive and the room on the disk', { timeout: 60_000 }, () => {
  it.each(archives)(
    '%s takes as many bytes as it holds, and none beyond the room there is',
    async (name, make, holds) => {
      const bytes = make();
      expect(await code(extract(name, bytes, holds))).toBe(OPS.done);
      // With and without space for the largest file.
      for (const room of [holds - 1, 100_001, 0])
        expect(await code(extract(name, bytes, room)), `${room}`).toBe(OPS.noSpace);
    },
  );

  it('a stream is asked about again and again while it goes on, for it does not say how much it holds', async () => {
    const content = noise(9 * 1024 * 1024);
    const rooms = [20_000_000, 1, 0];
    const room = () => Promise.resolve(rooms.shift() ?? -1);
    expect(await code(extract('a.gz', gzipSync(content), 0, { room }))).toBe(OPS.done);
    expect(rooms).toEqual([]);
    rooms.push(20_000_000, 1);
    expect(await code(extract('a.gz', gzipSync(content), 0, { room }))).toBe(OPS.noSpace);
  });

  it('room is claimed for what the listing says, before a byte is written; what is refused there is not unpacked', async () => {
    const needs: number[] = [];
    const claim = (need: () => number): Promise<void> => {
      needs.push(need());
      return Promise.reject(new OperationFailed(OPS.noSpace, 'no space'));
    };
    const working = () => expect.unreachable();
    expect(await code(extract('a.zip', createZip(entries), 1_000_000, { claim, working }))).toBe(OPS.noSpace);
    expect(needs).toEqual([250_000]);
    expect(unpacked()).toEqual([]);
  });
});

describe('progress of an archive', { timeout: 60_000 }, () => {
  it('is out of what it holds, and of a stream by its bytes', async () => {
    for (const [name, make, holds] of archives)
      expect((await extract(name, make(), 1_000_000)).total, name).toBeGreaterThanOrEqual(holds);
    expect((await extract('a.gz', gzipSync(one), 1_000_000)).done).toBe(150_000);
  });

  it('is told while it goes on', async () => {
    // Slow to extract: 7-Zip reports its progress a few times a second.
    const content = randomBytes(3_000_000).toString('hex');
    writeFileSync(join(root, 'content'), content);
    execFileSync(sevenZipPath() ?? '', ['a', '-tzip', '-mm=PPMd', 'slow.zip', 'content'], { cwd: root });
    const gauge = new Heard();
    await extract('slow.zip', readFileSync(join(root, 'slow.zip')), 100_000_000, { progress: gauge });
    expect(gauge.heard.some((done) => done > 0 && done < content.length)).toBe(true);
  });
});

describe('an extraction that was begun before', { timeout: 60_000 }, () => {
  it('leaves nothing of the earlier one', async () => {
    mkdirSync(join(root, 'staging/item/old'), { recursive: true });
    writeFileSync(join(root, 'staging/item/old/file'), 'old');
    await extract('a.zip', createZip(entries), 1_000_000);
    expect(unpacked()).toEqual(['one', 'two']);
    expect(readFileSync(join(root, 'staging/item/two')).equals(two)).toBe(true);
  });

  it.each(archives)('%s is not unpacked after its end was asked for', async (name, make) => {
    const ended = AbortSignal.abort();
    expect(await code(extract(name, make(), 1_000_000, { signal: ended }))).toBeInstanceOf(StoppedError);
    expect(unpacked()).toEqual([]);
  });
});
