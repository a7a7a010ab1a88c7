/** Connections that break, are slow or never send a complete request, and a box that is asked to stop. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { isRight, PrepareUpload, uploadFile } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { scratchOf, sha, watchInvariants } from './invariants.ts';

const source = (target: string, data: Buffer) => ({
  target,
  size: data.length,
  mtime: 1_700_000_000,
  read: (start: number, end: number) => Promise.resolve(new Uint8Array(data.subarray(start, end))),
});

/** The version of every file here, as `uploadFile` states it: an upload resumes only with the same version. */
const more = { mtime: '1700000000' };

describe('connections that fail', () => {
  let box: BoxProcess;
  let client: BoxClient;
  let guard: ReturnType<typeof watchInvariants>;
  const wire = (name: string) => `/mnt/usb1/${OWNER}/${name}`;
  const disk = (name: string) => join(box.usb1, OWNER, name);
  const signInAgain = async (): Promise<void> => {
    const signed = await signIn(box.origin, OWNER);
    guard.secret(signed.token);
    client = signed;
  };
  beforeAll(async () => {
    box = await startBoxProcess();
    guard = watchInvariants(box.usb1);
    await signInAgain();
  });
  afterAll(async () => {
    guard.remove();
    await box.remove();
  });

  const open = async (): Promise<Socket> => {
    const socket = connect(box.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  /** Begins a PUT of `length` bytes and sends only a part of them. */
  const beginPut = async (uuid: string, data: Buffer, send: number): Promise<Socket> => {
    const socket = await open();
    socket.write(
      `PUT /filetrans?uuid=${uuid}&start=0 HTTP/1.1\r\nHost: 127.0.0.1:${box.port}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${data.length}\r\n\r\n`,
    );
    await new Promise<void>((sent) =>
      socket.write(data.subarray(0, send), () => {
        sent();
      }),
    );
    return socket;
  };
  /** The bytes that the box holds of an upload, once there are at least this many. */
  const held = async (target: string, size: number, least: number): Promise<number> => {
    for (let tries = 0; tries < 200; tries++) {
      const { start = 0 } = await client.transfers.prepare({ target, size, more });
      if (start >= least) return start;
      await delay(25);
    }
    return 0;
  };

  it.each(['end', 'reset'] as const)(
    'UPLOAD-10: a PUT that ends in the middle (%s) goes on where its bytes end',
    async (how) => {
      const data = randomBytes(6_000_000);
      const target = wire(`cut by ${how}.bin`);
      const { uuid } = await client.transfers.prepare({ target, size: data.length, more });
      const socket = await beginPut(uuid, data, 3_500_000);
      await delay(150);
      if (how === 'end') socket.end();
      else socket.resetAndDestroy();
      const start = await held(target, data.length, 1);
      expect(start).toBeGreaterThan(0);
      expect(start).toBeLessThanOrEqual(3_500_000);
      expect(existsSync(disk(`cut by ${how}.bin`))).toBe(false);
      const done = await uploadFile(client, source(target, data));
      // Data in flight at the time of the check may have arrived since.
      const resumed = isRight(done) ? done.right.resumedAt : -1;
      expect(resumed).toBeGreaterThanOrEqual(start);
      expect(resumed).toBeLessThanOrEqual(3_500_000);
      expect(sha(readFileSync(disk(`cut by ${how}.bin`)))).toBe(sha(data));
      expect(scratchOf(box.usb1)).toEqual([]);
      guard.check(box);
    },
  );

  it('an upload that hangs does not keep its sender from trying again', async () => {
    const data = randomBytes(2_000_000);
    const target = wire('hung.bin');
    const { uuid } = await client.transfers.prepare({ target, size: data.length, more });
    const hung = await beginPut(uuid, data, 1_000_000);
    await delay(100);
    expect(await uploadFile(client, source(target, data))).toMatchObject({ _tag: 'Right' });
    hung.destroy();
    expect(sha(readFileSync(disk('hung.bin')))).toBe(sha(data));
  });

  it('two hundred clients that never finish their requests hold nobody else up, and are let go', async () => {
    const slow = await Promise.all(Array.from({ length: 200 }, open));
    for (const socket of slow) socket.resume();
    const closed = slow.map((socket) => once(socket, 'close'));
    for (const socket of slow) socket.write('POST /fsnotify HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
    for (let turn = 0; turn < 5; turn++) {
      for (const socket of slow) socket.write('s');
      const page = await client.files.list({ path: `/mnt/usb1/${OWNER}`, count: 50, hasbaseinfo: 0 });
      expect(page.sum).toBeGreaterThan(0);
    }
    // The box closes connections whose headers take longer than six seconds.
    await Promise.all(closed);
    guard.check(box);
  });

  it('a head that is too long is refused, and the connection is said to end', async () => {
    const socket = await open();
    socket.write(`GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    let answer = '';
    socket.on('data', (piece: Buffer) => (answer += piece.toString()));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  it('UPLOAD-10: a box that is told to stop during an upload stops, and the upload goes on afterwards', async () => {
    const data = randomBytes(7_000_000);
    const target = wire('stopped.bin');
    const { uuid } = await client.transfers.prepare({ target, size: data.length, more });
    const socket = await beginPut(uuid, data, 4_000_000);
    await delay(200);
    const { dataDir } = box;
    await box.stop();
    socket.destroy();
    expect(box.child.exitCode).toBe(0);
    expect(existsSync(disk('stopped.bin'))).toBe(false);
    guard.check(box);
    box = await startBoxProcess({ dataDir });
    await signInAgain();
    const again = await client.exec(PrepareUpload, { target, size: data.length, more })();
    expect(again).toMatchObject({ _tag: 'Right', right: { uuid } });
    const done = await uploadFile(client, source(target, data));
    expect(done).toMatchObject({ _tag: 'Right' });
    expect(done._tag === 'Right' && done.right.resumedAt).toBeGreaterThan(0);
    expect(sha(readFileSync(disk('stopped.bin')))).toBe(sha(data));
    expect(scratchOf(box.usb1)).toEqual([]);
    guard.check(box);
  });
});
