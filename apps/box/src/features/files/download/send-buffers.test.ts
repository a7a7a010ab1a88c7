import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConnectionLimits } from '@boxwood/account';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDesktop } from '../../../http/serve-desktop.ts';
import { callerFor } from '../../../storage/vault/index.ts';
import { SendBuffers, sendBuffers } from './send-buffers.ts';
import { sendReply } from './send-file.ts';
import { FileServer } from './file-server.ts';
import type { TestFiles } from '../file-test-helpers.ts';
import { createTestFiles } from '../file-test-helpers.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MIB = 1024 * 1024;
let box: TestFiles;
const ann = callerFor('ann');
const servers: Server[] = [];
const statuses: number[] = [];

/** A server of one video; the path names the user whose memory share is used. */
const filmServer = async (stallMs: number): Promise<number> => {
  const files = new FileServer(box.vault);
  const server = createServer((request, response) => {
    response.once('close', () => statuses.push(response.statusCode));
    const send = async (): Promise<void> => {
      const reply = await files.serve(ann, '/mnt/usb1/ann/film.mp4', { headers: {}, download: true });
      await sendReply(response, reply, { holder: (request.url ?? '').slice(1) });
    };
    void send();
  });
  servers.push(server);
  new ConnectionLimits({ stallMs }).watch(server);
  await new Promise<undefined>((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

beforeAll(() => {
  box = createTestFiles();
  mkdirSync(join(box.root, 'usb1/ann'), { recursive: true });
  writeFileSync(join(box.root, 'usb1/ann/film.mp4'), '');
  truncateSync(join(box.root, 'usb1/ann/film.mp4'), 64 * MIB);
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await box.close();
});

/** Requests a video and reads nothing of the response. */
const stopReading = async (port: number, holder: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  socket.write(`GET /${holder} HTTP/1.1\r\nhost: a\r\n\r\n`);
  return socket;
};

describe('the memory of downloads', () => {
  it('is lent in large pieces while there are few, in small ones to many, and never more than there is', () => {
    const buffers = new SendBuffers();
    const lent = Array.from({ length: 600 }, (_, at) => buffers.lease(`user ${at % 10}`, 1e9));
    expect(lent.filter((one) => one?.size === 512 * 1024)).toHaveLength(16);
    expect(lent.filter((one) => one?.size === 32 * 1024)).toHaveLength(256);
    expect(lent.filter((one) => one === null)).toHaveLength(600 - 16 - 256);
    expect(buffers.leasedBytes).toBe(32 * MIB);
    for (const one of lent) one?.[Symbol.dispose]();
    expect(buffers.leasedBytes).toBe(0);
    // One user alone gets half of it.
    const alone = Array.from({ length: 600 }, () => buffers.lease('ann', 1e9)).filter((one) => one !== null);
    expect([alone.length, buffers.leasedBytes]).toEqual([8 + 128, 16 * MIB]);
    expect(buffers.lease('bob', 100)?.buffers.map(({ length }) => length)).toEqual([100]);
  });

  it('bounds what readers who stopped hold, and refuses the next', async () => {
    const port = await filmServer(60_000);
    const sockets = await Promise.all(Array.from({ length: 150 }, () => stopReading(port, 'ann')));
    await expect.poll(() => statuses).toEqual(Array.from({ length: 150 - 136 }, () => 503));
    expect(sendBuffers.leasedBytes).toBe(16 * MIB);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => sendBuffers.leasedBytes).toBe(0);
  });

  it('comes back when a reader who stopped is let go', async () => {
    const sockets = [await stopReading(await filmServer(100), 'bob')];
    await expect.poll(() => sendBuffers.leasedBytes).toBeGreaterThan(0);
    await expect.poll(() => sendBuffers.leasedBytes).toBe(0);
    for (const socket of sockets) socket.destroy();
  });
});

describe('the files of the desktop', () => {
  it('are read once for all who read them at the same time', async () => {
    const dist = join(box.root, 'dist');
    mkdirSync(dist);
    writeFileSync(join(dist, 'index.html'), '<html>');
    writeFileSync(join(dist, 'large.png'), Buffer.alloc(24 * MIB));
    const desktop = createDesktop(dist, null);
    const bodies: unknown[] = [];
    const files = createServer((request, response) => {
      const end = response.end.bind(response);
      vi.spyOn(response, 'end').mockImplementation((body: unknown) => {
        bodies.push(body);
        return end(body);
      });
      void desktop.serve(request, response, '/large.png');
    });
    await new Promise<undefined>((resolve) => files.listen(0, '127.0.0.1', () => resolve(undefined)));
    const address = files.address();
    const at = typeof address === 'object' && address !== null ? address.port : 0;
    const readers = Array.from({ length: 20 }, () => {
      const socket = connect(at, '127.0.0.1');
      socket.pause().write('GET /large.png HTTP/1.1\r\nhost: a\r\n\r\n');
      return socket;
    });
    await expect.poll(() => bodies.length).toBe(20);
    expect(new Set(bodies).size).toBe(1);
    for (const socket of readers) socket.destroy();
    files.closeAllConnections();
    files.close();
  });
});
