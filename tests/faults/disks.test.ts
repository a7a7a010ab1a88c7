/**
 * Disks that are full or read-only, and ports that are in use: the message to the user, and that nothing is damaged.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { copyTask, isRight, PrepareUpload, PutChunk, uploadFile } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { canMount, mountSmallDisk, unmount } from '../lib/machine/small-disk.ts';
import { filesBelow, scratchOf, waitForTask, sha, watchInvariants } from './invariants.ts';

const MEGABYTE = 1024 * 1024;
/** The space that every upload leaves free (apps/box/src/storage/space/free-space-tracker.ts). */
const FLOOR = 16 * MEGABYTE;
const freeOn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};
const source = (target: string, data: Buffer) => ({
  target,
  size: data.length,
  mtime: 1_700_000_000,
  read: (start: number, end: number) => Promise.resolve(new Uint8Array(data.subarray(start, end))),
});

const mounts = canMount();
if (!mounts) console.log('faults: SKIPPED the full and the read-only disk: mounting a small disk needs root');

describe.skipIf(!mounts)('a disk that runs full', () => {
  let folder = '';
  let box: BoxProcess;
  let client: BoxClient;
  let guard: ReturnType<typeof watchInvariants>;
  const wire = (name: string) => `/mnt/usb1/${OWNER}/${name}`;
  const disk = (name: string) => join(box.usb1, OWNER, name);
  /** Fills the disk outside of the box until this many bytes are free. */
  const fill = (free: number): (() => void) => {
    const file = join(folder, 'filler');
    const stat = spawnSync('df', ['--output=avail', '-B1', folder], { encoding: 'utf8' }).stdout.trim().split('\n');
    try {
      writeFileSync(file, Buffer.alloc(Math.max(0, Number(stat.at(-1)) - free)));
    } catch (failure) {
      // The box wrote in between: the disk is full, as intended.
      if (!(failure instanceof Error && 'code' in failure && failure.code === 'ENOSPC')) throw failure;
    }
    return () => {
      rmSync(file);
    };
  };

  beforeAll(async () => {
    folder = mountSmallDisk('size=80m') ?? '';
    box = await startBoxProcess({ dataDir: folder, configDir: mkdtempSync(join(tmpdir(), 'boxwood-config-')) });
    guard = watchInvariants(box.usb1);
    const signed = await signIn(box.origin, OWNER);
    guard.secret(signed.token);
    client = signed;
  });
  afterAll(async () => {
    guard.remove();
    await box.remove();
    unmount(folder);
  });

  it('an upload is refused with "no space" before it begins, and works when there is room', async () => {
    const free = fill(20 * MEGABYTE);
    const data = randomBytes(6 * MEGABYTE);
    const refused = await client.exec(PrepareUpload, { target: wire('late.bin'), size: data.length })();
    expect(refused).toMatchObject({ _tag: 'Left', left: { _tag: 'Refused', code: 16 } });
    expect(existsSync(disk('late.bin'))).toBe(false);
    free();
    expect(await uploadFile(client, source(wire('late.bin'), data))).toMatchObject({ _tag: 'Right' });
    expect(sha(readFileSync(disk('late.bin')))).toBe(sha(data));
    guard.check(box);
  });

  it('of twenty uploads that ask for 60 % of the room at once one is taken; the next when that one is given up or there', async () => {
    const size = Math.floor(0.6 * (freeOn(folder) - FLOOR));
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, n) => client.exec(PrepareUpload, { target: wire(`many/${n}.bin`), size })()),
    );
    expect(asked.filter(isRight)).toHaveLength(1);
    for (const one of asked) if (!isRight(one)) expect(one.left).toMatchObject({ _tag: 'Refused', code: 16 });
    const first = asked.findIndex(isRight);
    // A file of another size is another file: the first upload is discarded.
    expect(isRight(await client.exec(PrepareUpload, { target: wire(`many/${first}.bin`), size: 1 })())).toBe(true);
    const data = Buffer.alloc(size, 'x');
    expect(await uploadFile(client, source(wire('many/last.bin'), data))).toMatchObject({ _tag: 'Right' });
    const rest = Math.floor(0.6 * (freeOn(folder) - FLOOR));
    expect(isRight(await client.exec(PrepareUpload, { target: wire('many/rest.bin'), size: rest })())).toBe(true);
    await client.exec(PrepareUpload, { target: wire('many/rest.bin'), size: 1 })();
    rmSync(disk('many'), { recursive: true });
    guard.check(box);
  });

  it('full in the middle of a chunk is a 507; what was answered stays and the upload goes on', async () => {
    const data = randomBytes(12 * MEGABYTE);
    const target = wire('cut.bin');
    const { uuid } = await client.transfers.prepare({ target, size: data.length, more: { mtime: '1700000000' } });
    const first = new Uint8Array(data.subarray(0, 4 * MEGABYTE));
    expect(isRight(await client.transfer(PutChunk, { uuid, start: 0 }, first)())).toBe(true);
    const free = fill(MEGABYTE);
    const second = new Uint8Array(data.subarray(4 * MEGABYTE, 12 * MEGABYTE));
    const put = await client.transfer(PutChunk, { uuid, start: 4 * MEGABYTE }, second)();
    expect(put).toMatchObject({ _tag: 'Left', left: { _tag: 'Http', status: 507 } });
    expect(existsSync(disk('cut.bin'))).toBe(false);
    free();
    const done = await uploadFile(client, source(target, data));
    expect(done).toMatchObject({ _tag: 'Right' });
    expect(isRight(done) && done.right.resumedAt >= 4 * MEGABYTE).toBe(true);
    expect(sha(readFileSync(disk('cut.bin')))).toBe(sha(data));
    expect(scratchOf(box.usb1)).toEqual([]);
    guard.check(box);
  });

  it('a copy that does not fit fails with its reason, leaves nothing half, and works when there is room', async () => {
    mkdirSync(disk('to'), { recursive: true });
    const free = fill(8 * MEGABYTE);
    const before = filesBelow(disk('.'));
    const start = () => client.tasks.add(copyTask(OWNER, wire('cut.bin'), wire('to')));
    const refused = await start().then(
      ({ id }) => waitForTask(client, OWNER, id),
      (failure: unknown) => failure,
    );
    // Either immediately (11, "not enough space") or by the task.
    expect(JSON.stringify(refused)).toMatch(/"code":11|"tb_code":11/);
    expect(filesBelow(disk('.'))).toEqual(before);
    free();
    const { id } = await start();
    expect(await waitForTask(client, OWNER, id)).toMatchObject({ tb_state: 1 });
    expect(readFileSync(disk('to/cut.bin')).equals(readFileSync(disk('cut.bin')))).toBe(true);
    guard.check(box);
  });

  it('with not a byte left, changes are refused and nothing is half done; afterwards all goes on', async () => {
    writeFileSync(disk('here.txt'), 'here');
    const free = fill(0);
    const listed = await client.files.list({ path: wire('').slice(0, -1), count: 50, hasbaseinfo: 0 });
    expect(listed.file_list.map(({ n }) => n)).toContain('here.txt');
    // The database has free pages for a while; the rename is done completely, or not at all.
    for (let round = 0; round < 40; round++) {
      const [from, to] = round % 2 === 0 ? ['here.txt', 'there.txt'] : ['there.txt', 'here.txt'];
      await client.files.move({ source: wire(from), target: wire(to) }).catch(() => undefined);
      const names = readdirSync(disk('.')).filter((name) => name.endsWith('here.txt'));
      expect(names).toHaveLength(1);
      if (names[0] === from) break;
    }
    const folderMade = await client.files.makeFolder({ path: wire('new') }).catch((failure: unknown) => failure);
    expect(existsSync(disk('new'))).toBe(!(folderMade instanceof Error));
    free();
    await client.files.makeFolder({ path: wire('new after') });
    expect(statSync(disk('new after')).isDirectory()).toBe(true);
    expect(box.child.exitCode).toBeNull();
    guard.check(box);
  });
});

const program = fileURLToPath(new URL('../../apps/box/src/bin/main.ts', import.meta.url));

/** Starts a box that must fail to start, and returns its output. */
const startAndRead = async (args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> => {
  const config = mkdtempSync(join(tmpdir(), 'boxwood-config-'));
  const child = spawn(
    'node',
    ['--disable-warning=ExperimentalWarning', '--conditions=@boxwood/source', program, '--host', '127.0.0.1', ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, BOXWOOD_CONFIG_DIR: config } },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  const late = setTimeout(() => child.kill('SIGKILL'), 40_000);
  await once(child, 'close');
  clearTimeout(late);
  rmSync(config, { recursive: true, force: true });
  return { code: child.exitCode ?? -1, text };
};
const isPlain = (text: string): boolean => text.trim().split('\n').length <= 2 && !/\n\s+at /.test(text);

describe('a box that cannot start says why in one line', () => {
  it.skipIf(!mounts)('a data folder that is read-only', async () => {
    const folder = mountSmallDisk('size=40m') ?? '';
    try {
      spawnSync('mount', ['-o', 'remount,ro', folder]);
      const { code, text } = await startAndRead(['--port', '0', '--data', folder]);
      expect(code).toBe(1);
      expect(text).toMatch(/cannot be written \(EROFS\)/);
      expect(isPlain(text), text).toBe(true);
    } finally {
      unmount(folder);
    }
  });

  it.skipIf(!mounts)('a data folder on a full disk', async () => {
    const folder = mountSmallDisk('size=2m') ?? '';
    try {
      const { code, text } = await startAndRead(['--port', '0', '--data', folder]);
      expect(code).toBe(1);
      expect(text).toMatch(/is full/);
      expect(isPlain(text), text).toBe(true);
    } finally {
      unmount(folder);
    }
  });

  it('a data folder that is a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'boxwood-file-'));
    writeFileSync(join(folder, 'data'), 'a file');
    const { code, text } = await startAndRead(['--port', '0', '--data', join(folder, 'data')]);
    expect(code).toBe(1);
    expect(text).toMatch(/is not a folder/);
    expect(readFileSync(join(folder, 'data'), 'utf8')).toBe('a file');
    rmSync(folder, { recursive: true });
  });

  it('a port that another program has', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const folder = mkdtempSync(join(tmpdir(), 'boxwood-data-'));
    const { code, text } = await startAndRead(['--port', String(port), '--data', folder]);
    taken.close();
    rmSync(folder, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(text).toContain(`Port ${port} is used`);
    expect(isPlain(text), text).toBe(true);
  });
});
