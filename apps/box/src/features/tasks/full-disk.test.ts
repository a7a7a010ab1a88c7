import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveOperations } from '../../storage/archives/archive-operations.ts';
import { sevenZipPath } from '../../storage/archives/seven-zip.ts';
import { downloadOperation } from '../downloads/download-operation.ts';
import { snapshot } from '../../storage/journal/journal-test-helpers.ts';
import { newIdentity, recipientOf } from '../safe/age-keys.ts';
import { callerFor } from '../../storage/vault/index.ts';
import type { TaskRequest } from './task-model.ts';
import { type TaskBox, taskBox, type TaskBoxOptions, createTasks } from './task-test-helpers.ts';

const identity = newIdentity();
const keys = { recipientOf: () => recipientOf(identity), identityOf: () => Buffer.from(identity) };
const ann = callerFor('ann', ['safe']);
const clock = { now: () => Date.now() };
const options: TaskBoxOptions = {
  clock,
  keys,
  more: (services) => ({
    ...archiveOperations(services),
    DOWN: downloadOperation(services, { clock, allowLan: true, retryDelayMs: 20 }),
  }),
};
let box: TaskBox;
const real = (path: string) => join(box.root, path);
const mount = (options: string) => execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'none', real('usb2')]);
/** Only root can mount; otherwise `tests/faults` has its own full disk. */
const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

const run = async (cmd: TaskRequest['cmd'], source: string, target: string, names?: readonly string[]) => {
  const params = names === undefined ? {} : { names };
  const id = await box.tasks.add(ann, {
    cmd,
    source: `/mnt/usb1/ann${source}`,
    target: `/mnt/usb2/ann${target}`,
    params,
  });
  return box.tasks.whenSettled('ann', id);
};

describe.skipIf(!canMount)('a disk without room', { timeout: 60_000 }, () => {
  beforeEach(() => {
    box = taskBox(options);
    mkdirSync(real('usb1/ann/many'), { recursive: true });
    mkdirSync(real('usb2'), { recursive: true });
    writeFileSync(real('usb1/ann/big'), randomBytes(12_000_000));
    for (let n = 0; n < 60; n += 1) writeFileSync(real(`usb1/ann/many/${n}`), String(n));
  });
  afterEach(async () => {
    await box.jobs.close();
    spawnSync('umount', [real('usb2')]);
    expect(box.faults).toEqual([]);
    box.remove();
  });

  it('every operation says no space (11), keeps the source, leaves nothing at the target, and works again with room', async () => {
    mount('size=4m');
    mkdirSync(real('usb2/ann'));
    execFileSync(sevenZipPath() ?? '', ['a', real('usb1/ann/a.7z'), real('usb1/ann/big')], { stdio: 'ignore' });
    const before = snapshot(real('usb1'));
    const operations: (() => ReturnType<typeof run>)[] = [
      () => run('COPY', '/big', ''),
      () => run('MOVE', '/big', ''),
      () => run('EMOVE', '/big', ''),
      () => run('COMPRESS', '', '/y.zip', ['big']),
      () => run('COMPRESS', '', '/y.tar.gz', ['big']),
      () => run('DECOMPRESS', '/a.7z', ''),
    ];
    for (const operation of operations) {
      const task = await operation();
      expect(task, task?.cmd).toMatchObject({ state: -1, code: 11 });
    }
    expect(snapshot(real('usb1'))).toEqual(before);
    expect(readdirSync(real('usb2/ann'))).toEqual([]);
    expect(readdirSync(real('usb2/.boxwood'))).toEqual([]);
    execFileSync('mount', ['-o', 'remount,size=64m', real('usb2')]);
    for (const operation of operations.filter((_, n) => n !== 1 && n !== 2))
      expect(await operation()).toMatchObject({ state: 1 });
  });

  it('room that ends in the middle (no more inodes) leaves nothing either', async () => {
    mount('size=64m,nr_inodes=30');
    mkdirSync(real('usb2/ann'));
    for (const cmd of ['COPY', 'MOVE'] as const)
      expect(await run(cmd, '/many', '')).toMatchObject({ state: -1, code: 11 });
    expect(readdirSync(real('usb1/ann/many'))).toHaveLength(60);
    expect(readdirSync(real('usb2/ann'))).toEqual([]);
    rmSync(real('usb2/ann'), { recursive: true });
  });

  it('what does not say how long it is ends with 11 when the disk has no more to give, and the queue goes on', async () => {
    mount('size=40m');
    mkdirSync(real('usb2/ann'));
    const endless = createServer((_, response) => {
      const piece = Buffer.alloc(1_000_000, 'x');
      response.on('error', () => undefined);
      const more = (): void => {
        while (response.write(piece));
      };
      response.on('drain', more);
      more();
    }).listen(0, '127.0.0.1');
    await once(endless, 'listening');
    writeFileSync(real('usb1/ann/zeros.gz'), gzipSync(Buffer.alloc(60_000_000)));
    try {
      const { port } = endless.address() as AddressInfo;
      const [down, unpacked] = await Promise.all([
        box.tasks
          .add(ann, { cmd: 'DOWN', source: `http://127.0.0.1:${port}/x`, target: '/mnt/usb2/ann', params: {} })
          .then((id) => box.tasks.whenSettled('ann', id)),
        run('DECOMPRESS', '/zeros.gz', ''),
      ]);
      expect([down, unpacked]).toMatchObject([
        { state: -1, code: 11 },
        { state: -1, code: 11 },
      ]);
    } finally {
      endless.closeAllConnections();
      endless.close();
    }
    expect([readdirSync(real('usb2/ann')), readdirSync(real('usb2/.boxwood'))]).toEqual([[], []]);
    expect(await run('COPY', '/big', '')).toMatchObject({ state: 1 });
  });

  it('a disk that is full earlier than the box counts ends the work with 11, too, and nothing else', async () => {
    mount('size=20m');
    mkdirSync(real('usb2/ann'));
    await box.jobs.close();
    // Another program uses the space meanwhile: the box believes there is enough.
    const believing = {
      availableBytes: () => Promise.resolve(1e12),
      reserve: () => Promise.resolve(true),
      release: () => undefined,
    };
    const { jobs, tasks, faults } = createTasks(box, { ...options, room: believing });
    writeFileSync(real('usb1/ann/zeros.gz'), gzipSync(Buffer.alloc(60_000_000)));
    writeFileSync(real('usb1/ann/large'), Buffer.alloc(30_000_000));
    const server = createServer((_, response) => {
      response.on('error', () => undefined).end(Buffer.alloc(60_000_000));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const requests = [
      { cmd: 'DECOMPRESS', source: '/mnt/usb1/ann/zeros.gz' },
      { cmd: 'DOWN', source: `http://127.0.0.1:${port}/x` },
      { cmd: 'COPY', source: '/mnt/usb1/ann/large' },
    ] as const;
    for (const request of requests) {
      const id = await tasks.add(ann, { ...request, target: '/mnt/usb2/ann', params: {} });
      expect(await tasks.whenSettled('ann', id), request.cmd).toMatchObject({ state: -1, code: 11 });
      expect([readdirSync(real('usb2/ann')), readdirSync(real('usb2/.boxwood'))]).toEqual([[], []]);
    }
    server.closeAllConnections();
    server.close();
    await jobs.close();
    expect(faults).toEqual([]);
  });

  it('what does not say how long it is asks on its way whether there is still room', async () => {
    mount('size=200m');
    mkdirSync(real('usb2/ann'));
    await box.jobs.close();
    writeFileSync(real('usb1/ann/zeros.gz'), gzipSync(Buffer.alloc(60_000_000)));
    const server = createServer((_, response) => {
      response.on('error', () => undefined).write(Buffer.alloc(60_000_000));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const [cmd, source, answers] of [
      // The first result limits what may be written.
      ['DECOMPRESS', '/mnt/usb1/ann/zeros.gz', [1e12, 1e12, -1]],
      ['DOWN', `http://127.0.0.1:${port}/x`, [1e12, -1]],
    ] as const) {
      const left = [...answers];
      const room = {
        availableBytes: () => Promise.resolve(left.shift() ?? -1),
        reserve: () => Promise.resolve(true),
        release: () => undefined,
      };
      const { jobs, tasks } = createTasks(box, { ...options, room });
      const id = await tasks.add(ann, { cmd, source, target: '/mnt/usb2/ann', params: {} });
      expect(await tasks.whenSettled('ann', id), cmd).toMatchObject({ state: -1, code: 11 });
      await jobs.close();
    }
    server.closeAllConnections();
    server.close();
  });

  it('a disk that became read-only is said to be (9), and changes nothing', async () => {
    mount('size=64m');
    mkdirSync(real('usb2/ann'));
    execFileSync('mount', ['-o', 'remount,ro', real('usb2')]);
    expect(await run('COPY', '/big', '')).toMatchObject({ state: -1, code: 9 });
    expect(existsSync(real('usb1/ann/big'))).toBe(true);
  });
});
