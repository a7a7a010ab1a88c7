import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { transferRoute } from './upload-route.ts';
import { CHUNK_BYTES } from './put-request.ts';
import { uploadBox, uploadsOf } from './upload-test-helpers.ts';
import type { Transfers } from './transfers.ts';

// A slow test machine is no failure.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: JournalTestBox;
let transfers: Transfers;
let server: Server;
let port = 0;
const ann = callerFor('ann');

beforeAll(async () => {
  box = uploadBox(() => 1);
  transfers = uploadsOf(box, () => 1);
  const route = transferRoute(transfers);
  server = createServer((req, res) => {
    const url = new URL(req.url ?? '', 'http://box');
    void route.handle(req, res, '', url.searchParams);
  });
  await new Promise<undefined>((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await transfers.close();
  box.remove();
});

const put = (query: string, body: Uint8Array) =>
  new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const headers = { 'content-length': body.length };
    const call = request({ port, host: '127.0.0.1', method: 'PUT', path: `/filetrans?${query}`, headers }, (res) => {
      let text = '';
      res.on('data', (piece) => (text += String(piece)));
      res.on('end', () => {
        // No response is cached or sniffed.
        const { 'cache-control': kept, 'x-content-type-options': guessed } = res.headers;
        if (kept !== 'no-store' || guessed !== 'nosniff') reject(new Error('an answer without its headers'));
        resolve({ status: res.statusCode ?? 0, body: JSON.parse(text) });
      });
    });
    call.on('error', reject);
    call.end(body);
  });

/** A sender process that is killed after `sent` bytes of a longer body. */
const cut = async (query: string, length: number, sent: number): Promise<void> => {
  const script = `
    const socket = require('node:net').connect(${port}, '127.0.0.1');
    socket.write('PUT /filetrans?${query} HTTP/1.1\\r\\nhost: box\\r\\ncontent-length: ${length}\\r\\n\\r\\n');
    socket.write(Buffer.alloc(${sent}, 'x'), () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50));`;
  const child = spawn(process.execPath, ['-e', script], { stdio: 'inherit' });
  await once(child, 'exit');
};

/** A sender process that never ends; resolves when it is cut off. */
const endless = async (query: string): Promise<void> => {
  const script = `
    const socket = require('node:net').connect(${port}, '127.0.0.1');
    socket.on('error', () => undefined).on('close', () => process.exit()).resume();
    socket.write('PUT /filetrans?${query} HTTP/1.1\\r\\nhost: box\\r\\ntransfer-encoding: chunked\\r\\n\\r\\n');
    const piece = Buffer.concat([Buffer.from('10000\\r\\n'), Buffer.alloc(0x10000), Buffer.from('\\r\\n')]);
    const more = (failure) => failure || socket.write(piece, more);
    socket.on('connect', () => more());`;
  await once(spawn(process.execPath, ['-e', script], { stdio: 'inherit' }), 'exit');
};

describe('PUT /filetrans', () => {
  it('UPLOAD-30, UPLOAD-31, UPLOAD-32, SDK-B67, SDK-B68: chunks and whole bodies over a socket, with their statuses', async () => {
    const body = Buffer.alloc(3 * 1024 * 1024, 'boxwood');
    const { uuid } = await transfers.prepare(ann, '/mnt/usb1/ann/a', body.length);
    expect(await put(`uuid=${uuid}&start=0`, body.subarray(0, 1_000_000))).toEqual({
      status: 200,
      body: { error: 0, size: 1_000_000 },
    });
    expect(await put(`uuid=${uuid}&start=5`, body.subarray(5))).toMatchObject({
      status: 409,
      body: { start: 1_000_000 },
    });
    expect(await put(`uuid=${uuid}&start=1000000`, body.subarray(1_000_000))).toMatchObject({ status: 200 });
    await transfers.finish(ann, '/mnt/usb1/ann/a', body.length, uuid, 1);
    expect(readFileSync(join(box.root, 'usb1/ann/a')).equals(body)).toBe(true);
    expect(await put(`uuid=${uuid}&start=0`, body)).toMatchObject({ status: 404 });
    expect(await put(`uuid=short&start=0`, body)).toMatchObject({ status: 404 });
    expect(await put(`uuid=${uuid}&start=-1`, body)).toMatchObject({ status: 404 });
  });

  it('a body over the limit is 413 before it is read', async () => {
    const { uuid } = await transfers.prepare(ann, '/mnt/usb1/ann/b', 100_000_000);
    const answer = await put(`uuid=${uuid}&start=0`, Buffer.alloc(CHUNK_BYTES + 1)).catch(() => 'closed');
    if (answer !== 'closed') expect(answer).toMatchObject({ status: 413 });
    expect((await transfers.prepare(ann, '/mnt/usb1/ann/b', 100_000_000)).start).toBe(0);
  });

  it('a connection that is cut leaves what had arrived', async () => {
    const body = Buffer.alloc(1_000_000, 'x');
    const { uuid } = await transfers.prepare(ann, '/mnt/usb1/ann/c', body.length);
    await cut(`uuid=${uuid}&start=0`, body.length, 400_000);
    const held = async () => (await transfers.prepare(ann, '/mnt/usb1/ann/c', body.length)).start;
    await expect.poll(held, { timeout: 30_000 }).toBeGreaterThan(0);
    // The last bytes may still be in flight to the file: the answer is then 409, and the client retries.
    const goOn = async () => {
      const start = await held();
      expect(start).toBeLessThanOrEqual(400_000);
      return (await put(`uuid=${uuid}&start=${start}`, body.subarray(start))).status;
    };
    await expect.poll(goOn, { timeout: 30_000 }).toBe(200);
    await transfers.finish(ann, '/mnt/usb1/ann/c', body.length, uuid, 1);
    expect(readFileSync(join(box.root, 'usb1/ann/c')).equals(body)).toBe(true);
  });

  it('a refused sender that is still sending hears why, and one that never ends is cut off', async () => {
    const { uuid } = await transfers.prepare(ann, '/mnt/usb1/ann/long', 2 * CHUNK_BYTES);
    for (const length of [CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 3 * CHUNK_BYTES])
      for (let round = 0; round < 5; round++)
        expect(await put(`uuid=${uuid}&start=0`, Buffer.alloc(length))).toEqual({
          status: 413,
          body: { error: 16, info: 'too large' },
        });
    await endless(`uuid=${uuid}&start=0`);
  });
});
