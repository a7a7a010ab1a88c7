import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BoxClient, OpTask } from '@boxwood/box-sdk';
import { downloadTask } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { createCli } from '../lib/box/cli.ts';
import { signIn } from '../lib/box/client.ts';

const CONTENT = randomBytes(4_000_000);
const target = `/mnt/usb1/${OWNER}/Download`;

const taskOf = async (ann: BoxClient, id: string): Promise<OpTask> => {
  const { list } = await ann.tasks.list({ user: OWNER, count: 100, start: 0, type: 'ALL' });
  const task = list.find((entry) => entry.tb_id === id);
  if (task === undefined) throw new Error('the task is gone');
  return task;
};
const until = async (ann: BoxClient, id: string, over: (task: OpTask) => boolean): Promise<OpTask> => {
  for (;;) {
    const task = await taskOf(ann, id);
    if (over(task)) return task;
    await delay(50);
  }
};
const isOver = ({ tb_state: state }: OpTask): boolean => state === 1 || state === -1;

/** A server of one file that supports ranges; after `stopAfter` bytes it stops sending until the value is 0. */
let server: Server;
let stopAfter = 0;
let starts: number[] = [];
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/song.mp3`;

beforeAll(async () => {
  server = createServer((request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    starts.push(from);
    response.writeHead(from > 0 ? 206 : 200, {
      etag: '"song"',
      'content-length': CONTENT.length - from,
      ...(from > 0 ? { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` } : {}),
    });
    if (stopAfter === 0) response.end(CONTENT.subarray(from));
    else response.write(CONTENT.subarray(from, from + stopAfter));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  stopAfter = 0;
  starts = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('downloads from the web at a real box', () => {
  let box: BoxProcess;
  let ann: BoxClient;
  const disk = (name: string) => join(box.usb1, OWNER, 'Download', name);
  const args = ['--allow-lan-downloads'];

  beforeAll(async () => {
    box = await startBoxProcess({ args });
    ann = await signIn(box.origin, OWNER);
  });
  afterEach(() => {
    for (const name of readdirSync(join(box.usb1, OWNER, 'Download'))) rmSync(disk(name));
  });
  afterAll(async () => {
    await box.remove();
    for (const folder of [box.dataDir, `${box.dataDir}-config`]) rmSync(folder, { recursive: true, force: true });
  });

  it('SDK-X03: the box brings a web address in, and undo takes it back', async () => {
    const { id } = await ann.tasks.add(downloadTask(OWNER, address(), target));
    expect(await until(ann, id, isOver)).toMatchObject({ tb_state: 1, tb_cmd: 'DOWN', tb_name: 'song.mp3' });
    expect(readFileSync(disk('song.mp3')).equals(CONTENT)).toBe(true);
    await ann.journal.undo({ id: [] });
    expect(existsSync(disk('song.mp3'))).toBe(false);
  });

  it('a box that is killed in the middle goes on where it was, and shows nothing half done', async () => {
    stopAfter = 1_500_000;
    const { id } = await ann.tasks.add(downloadTask(OWNER, address(), target));
    await until(ann, id, (task) => task.tb_completed >= stopAfter);
    await box.kill();
    expect(readdirSync(join(box.usb1, OWNER, 'Download'))).toEqual([]);
    stopAfter = 0;
    box = await startBoxProcess({ dataDir: box.dataDir, args });
    ann = await signIn(box.origin, OWNER);
    expect(await until(ann, id, isOver)).toMatchObject({ tb_state: 1, tb_total: CONTENT.length });
    expect(readFileSync(disk('song.mp3')).equals(CONTENT)).toBe(true);
    expect(starts).toEqual([0, 1_500_000]);
  });

  it('the command line waits for it, and says why it was not done', async () => {
    const cli = createCli();
    await cli.run(['login', box.origin, '-u', OWNER], { BOXWOOD_PASSWORD: PASSWORD });
    const done = await cli.run(['fetch', address(), address()]);
    expect(done.out).toBe('song.mp3\nsong.mp3\n');
    expect(readdirSync(join(box.usb1, OWNER, 'Download')).toSorted()).toEqual(['song.mp3', 'song_copy.mp3']);
    const wrong = await cli.run(['fetch', 'ftp://example.org/x']);
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toContain('ftp://example.org/x: an address begins with http:// or https://');
    cli.remove();
  });
});

describe('a box as it is by default', () => {
  it('downloads nothing from itself and from the home network', async () => {
    const box = await startBoxProcess();
    try {
      const ann = await signIn(box.origin, OWNER);
      const { id } = await ann.tasks.add(downloadTask(OWNER, address(), target));
      expect(await until(ann, id, isOver)).toMatchObject({ tb_state: -1, tb_code: 15 });
      expect(starts).toEqual([]);
    } finally {
      await box.remove();
    }
  });
});
