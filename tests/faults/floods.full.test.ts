/** Resources that strangers and one user take from the others: counted on a real box, not timed. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

/** The open file limit of many systems. */
const FILES = 1024;

describe('floods', () => {
  let box: BoxProcess;
  let client: BoxClient & { readonly token: string };
  let sockets: Socket[] = [];
  beforeAll(async () => {
    box = await startBoxProcess({ under: ['prlimit', `--nofile=${FILES}`] });
    client = await signIn(box.origin, OWNER);
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  });
  afterAll(() => box.remove());

  /** A connection of a stranger from one of this machine's addresses. */
  const dial = async (from: string): Promise<Socket> => {
    const socket = connect({ port: box.port, host: '127.0.0.1', localAddress: from });
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const post = (path: string, type: string, length: number): string =>
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${box.port}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
  const isAnswered = async (): Promise<void> => {
    const page = await client.files.list({ path: `/mnt/usb1/${OWNER}`, count: 50, hasbaseinfo: 0 });
    expect(page.sum).toBeGreaterThan(0);
  };
  const openFiles = (): number => readdirSync(`/proc/${box.child.pid ?? 0}/fd`).length;
  /** The first line that a stranger receives; empty when the connection ends without data. */
  const heard = (socket: Socket): Promise<string> =>
    new Promise((resolve) => {
      socket.once('data', (piece: Buffer) => resolve(piece.toString().split('\r\n')[0] ?? ''));
      socket.once('close', () => resolve(''));
    });

  it('strangers that take every connection leave files for the box, and the owner signs in and lists', async () => {
    for (let at = 0; at < 1100; at++) await dial(`127.0.${1 + (at % 200)}.${1 + (at % 250)}`);
    await isAnswered();
    const again = await signIn(box.origin, OWNER);
    expect((await again.session.fileKey()).key).toMatch(/^\w{32}$/);
    await again.transfers.prepare({ target: `/mnt/usb1/${OWNER}/beside.bin`, size: 5 });
    expect(openFiles()).toBeLessThan(FILES - 256);
  });

  it.each([
    ['calls', '/fsnotify', 'application/json', 1024 * 1024],
    ['torrents', '/downloader', 'application/json', 4 * 1024 * 1024],
    ['forms', '/account/user/sendAdvice', 'multipart/form-data; boundary=x', 8 * 1024 * 1024],
  ])(
    'bodies of %s that never end: all but a few are refused, and the owner is answered beside them',
    async (_, path, type, length) => {
      const said: Promise<string>[] = [];
      for (let at = 0; at < 20; at++) {
        const socket = await dial(`127.0.9.${at + 1}`);
        said.push(heard(socket));
        socket.write(post(path, type, length));
        socket.write(Buffer.alloc(length - 1, 'x'));
      }
      // Each could hold all of its body but one byte; strangers share 16 MiB.
      const most = Math.floor((16 * 1024 * 1024) / length) + 1;
      const refused: string[] = [];
      for (const one of said) void one.then((line) => refused.push(line));
      await expect.poll(() => refused.length).toBeGreaterThanOrEqual(20 - most);
      // A client that got a slot and sent nothing more is disconnected after ten seconds.
      for (const line of refused) expect(['HTTP/1.1 503 Service Unavailable', '']).toContain(line);
      expect(refused).toContain('HTTP/1.1 503 Service Unavailable');
      await isAnswered();
    },
  );

  it('a form with credentials that are no good is refused before its body', async () => {
    const socket = await dial('127.0.0.1');
    const head = post('/account/user/sendAdvice', 'multipart/form-data; boundary=x', 8_000_000);
    socket.write(head.replace('\r\n\r\n', `\r\nusername: ${OWNER}\r\ntoken: ${'x'.repeat(32)}\r\n\r\n`));
    const [piece] = (await once(socket, 'data')) as [Buffer];
    expect(piece.toString()).toContain('"code":1001');
  });
});
