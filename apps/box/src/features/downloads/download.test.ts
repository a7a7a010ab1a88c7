import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { snapshot } from '../../storage/journal/journal-test-helpers.ts';
import { recordDiskCalls } from '../../storage/vault/disk-call-recorder.ts';
import {
  ann,
  CONTENT,
  box,
  room,
  server,
  clock,
  real,
  address,
  add,
  settled,
  run,
  staged,
  linkOf,
  correctServer,
  breakingServer,
  fileServer,
  openPatientBox,
  setUpDownloadBox,
} from './download-test-helpers.ts';

setUpDownloadBox();

describe('DOWN: a web address into a folder', { timeout: 60_000 }, () => {
  it('TASK-02: arrives whole under the name the other side gives, and undo takes it back', async () => {
    fileServer.answer = (_, response) => {
      response.writeHead(200, { 'content-disposition': `attachment; filename*=UTF-8''%E6%B5%B7.mp4` });
      response.end(CONTENT);
    };
    const task = await run(address('/get?id=3'));
    expect(task).toMatchObject({
      state: 1,
      code: 5,
      name: '海.mp4',
      type: 2,
      total: CONTENT.length,
      done: CONTENT.length,
    });
    expect(readFileSync(real('Download/海.mp4')).equals(CONTENT)).toBe(true);
    expect(statSync(real('Download/海.mp4')).mode & 0o777).toBe(0o660);
    expect(box.journal.list('ann', 0, 1)).toMatchObject([{ action: 'download', reversible: true }]);
    await box.undo.undo(ann, null);
    expect(readdirSync(real('Download'))).toEqual([]);
    expect(staged()).toEqual([]);
  });

  it('G-20: a taken name keeps both, or is replaced, or skipped', async () => {
    writeFileSync(real('Download/film.mp4'), 'mine');
    expect((await run(address())).state).toBe(1);
    expect(readFileSync(real('Download/film_copy.mp4')).equals(CONTENT)).toBe(true);
    expect((await run(address(), 3)).state).toBe(1);
    expect(readFileSync(real('Download/film.mp4'), 'utf8')).toBe('mine');
    expect((await run(address(), 1)).state).toBe(1);
    expect(readFileSync(real('Download/film.mp4')).equals(CONTENT)).toBe(true);
  });

  it('a line that breaks is taken up where it broke, as often as bytes still come', async () => {
    let left = 6;
    fileServer.answer = (request, response) => {
      left -= 1;
      (left > 0 ? breakingServer(500_000, left % 2 === 0 ? 'cut' : 'silent') : correctServer())(request, response);
    };
    expect(await run(address())).toMatchObject({ state: 1, done: CONTENT.length });
    expect(readFileSync(real('Download/film.mp4')).equals(CONTENT)).toBe(true);
    const starts = fileServer.requestHeaders.map(({ range }) => Number(/\d+/.exec(range ?? '')?.[0] ?? 0));
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(starts.at(-1)).toBeGreaterThan(1_000_000);
  });

  it('OPS 16: three tries without a new byte end it, with the reason and without a trace', async () => {
    fileServer.answer = (_, response) => {
      response.writeHead(503).end();
    };
    expect(await run(address())).toMatchObject({ state: -1, code: 16, message: 'the server answered 503' });
    expect(fileServer.requestHeaders).toHaveLength(4);
    expect([readdirSync(real('Download')), staged()]).toEqual([[], []]);
  });

  it.each([408, 425, 429, 500])('OPS 16: a no that may pass (%i) is asked again', async (status) => {
    openPatientBox();
    fileServer.answer = (_, response) => {
      response.writeHead(fileServer.requestHeaders.length > 1 ? 200 : status).end('film');
    };
    expect(await run(address())).toMatchObject({ state: 1, done: 4 });
    expect(fileServer.requestHeaders).toHaveLength(2);
  });

  it('OPS 16: a byte now and then is too slow, on one line and over many, and the person is told', async () => {
    const lines: ServerResponse[] = [];
    fileServer.answer = (_, response) => {
      response.writeHead(200, { etag: '"v1"', 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 1));
      lines.push(response);
    };
    const one = await add(address());
    await vi.waitUntil(() => (box.tasks.get('ann', one)?.done ?? 0) > 0);
    clock.offsetMs += 121_000;
    lines[0]?.write(CONTENT.subarray(1, 2));
    expect(await settled(one)).toMatchObject({ state: -1, code: 16, message: 'too slow' });
    fileServer.answer = (request, response) => {
      // Every retry yields one byte, slowly.
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const range = { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` };
      response.writeHead(from > 0 ? 206 : 200, { etag: '"v1"', ...range, 'content-length': CONTENT.length - from });
      response.write(CONTENT.subarray(from, from + 1));
      const here = () => box.tasks.list({ user: 'ann', state: 2 }, 0, 1).list[0]?.done ?? 0;
      void vi
        .waitUntil(() => here() > from)
        .then(() => {
          clock.offsetMs += 30_000;
          response.destroy();
        });
    };
    expect(await run(address())).toMatchObject({ state: -1, code: 16, message: 'too slow' });
    expect([readdirSync(real('Download')), staged()]).toEqual([[], []]);
  });

  it('a head that comes byte by byte is no answer', async () => {
    const sockets = new Set<Socket>();
    const dripping = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\nx-slow: ');
      const drip = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(drip));
    }).listen(0, '127.0.0.1');
    await once(dripping, 'listening');
    const { port } = dripping.address() as AddressInfo;
    expect(await run(`http://127.0.0.1:${port}/x`)).toMatchObject({ state: -1, code: 16 });
    for (const socket of sockets) socket.destroy();
    dripping.close();
  });

  it('G-22: downloads wait for each other; copies go on beside them', async () => {
    fileServer.answer = (_, response) => {
      response.writeHead(200, { etag: '"v1"', 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 10));
    };
    const downloads = [await add(address('/1')), await add(address('/2')), await add(address('/3'))];
    writeFileSync(real('a.txt'), 'a');
    const copy = await box.tasks.add(ann, {
      cmd: 'COPY',
      source: '/mnt/usb1/ann/a.txt',
      target: '/mnt/usb1/ann/Download',
      params: {},
    });
    expect(await settled(copy)).toMatchObject({ state: 1 });
    expect(downloads.map((id) => box.tasks.get('ann', id)?.state)).toEqual([2, 2, 0]);
  });

  it('the bytes are on the disk before they have their name', async () => {
    const disk = await recordDiskCalls(box.root);
    const { id } = await run(address());
    const taken = disk.takeCalls();
    disk.stop();
    const part = `usb1/.boxwood/task-${id}/item`;
    const named = taken.indexOf(`link ${part} -> usb1/ann/Download/film.mp4`);
    expect(named).toBeGreaterThan(0);
    expect(taken.slice(0, named)).toContain(`sync ${part}`);
    const held = readdirSync('/proc/self/fd').map((fd) => linkOf(`/proc/self/fd/${fd}`));
    expect(held.filter((path) => path.startsWith(join(box.root, 'usb1/.boxwood')))).toEqual([]);
  });

  it('a line that is of no use is let go of', async () => {
    fileServer.answer = (_, response) => {
      response.writeHead(404);
      const drip = setInterval(() => response.write('a body that never ends'), 20);
      response.on('close', () => clearInterval(drip));
    };
    expect(await run(address())).toMatchObject({ state: -1, code: 15 });
    const open = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    await expect.poll(open, { timeout: 30_000 }).toBe(0);
  });

  it('OPS 15: a lasting no ends it at once', async () => {
    fileServer.answer = (_, response) => {
      response.writeHead(404).end('no');
    };
    expect(await run(address())).toMatchObject({ state: -1, code: 15, message: 'the server answered 404' });
    expect(fileServer.requestHeaders).toHaveLength(1);
  });

  it('another version in between begins anew instead of mixing two', async () => {
    const other = randomBytes(CONTENT.length);
    let first = true;
    fileServer.answer = (request, response) => {
      if (first) breakingServer(800_000)(request, response);
      else correctServer('"v2"', other)(request, response);
      first = false;
    };
    expect((await run(address())).state).toBe(1);
    expect(fileServer.requestHeaders[1]?.['if-range']).toBe('"v1"');
    expect(readFileSync(real('Download/film.mp4')).equals(other)).toBe(true);
  });

  it('without a validator it begins anew, too', async () => {
    let first = true;
    fileServer.answer = (_, response) => {
      if (!first) {
        response.writeHead(200).end(CONTENT);
        return;
      }
      first = false;
      response.writeHead(200, { etag: 'W/"weak"', 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 100_000), () => response.socket?.destroy());
    };
    expect((await run(address())).state).toBe(1);
    expect(fileServer.requestHeaders[1]?.range).toBeUndefined();
    expect(readFileSync(real('Download/film.mp4')).equals(CONTENT)).toBe(true);
  });

  it('one that does not say how long it is looks for room every few megabytes, and ends when others were promised it', async () => {
    openPatientBox();
    const left = vi.spyOn(room, 'availableBytes');
    let others = 0;
    await using folder = await box.vault.folder(box.vault.resolve(ann, '/mnt/usb1/ann', 'write'));
    await room.reserve('others', folder, () => others);
    // Exactly zero bytes free is still enough.
    left.mockResolvedValueOnce(0);
    fileServer.answer = (_, response) => {
      response.writeHead(200);
      for (let sent = 0; sent < 5; sent += 1) response.write(CONTENT);
      response.end();
    };
    expect(await run(address())).toMatchObject({ state: 1, done: 5 * CONTENT.length });
    expect(left.mock.calls).toHaveLength(3);
    fileServer.answer = (_, response) => {
      response.writeHead(200).write(CONTENT);
      const here = () => box.tasks.list({ user: 'ann', state: 2 }, 0, 1).list[0]?.done ?? 0;
      void vi
        .waitUntil(() => here() > 0, 30_000)
        .then(() => {
          others = Number.MAX_SAFE_INTEGER;
          for (let sent = 0; sent < 5; sent += 1) response.write(CONTENT);
          response.end();
        });
    };
    expect(await run(address('/more.mp4'))).toMatchObject({ state: -1, code: 11, message: 'no space' });
    expect(fileServer.requestHeaders).toHaveLength(2);
    expect([Object.keys(snapshot(real('Download'))), staged()]).toEqual([['film.mp4'], []]);
  });

  it('TASK-06: pauses, and goes on where it was; cancelled it leaves nothing', async () => {
    fileServer.answer = breakingServer(1_000_000, 'silent');
    const id = await add(address());
    await vi.waitFor(() => expect(box.tasks.get('ann', id)?.done).toBeGreaterThan(900_000));
    expect(box.tasks.get('ann', id)).toMatchObject({ total: CONTENT.length, name: 'film.mp4' });
    await box.tasks.pause('ann', id);
    expect(readdirSync(real('Download'))).toEqual([]);
    fileServer.answer = correctServer();
    fileServer.requestHeaders = [];
    box.tasks.resume('ann', id);
    expect((await settled(id)).state).toBe(1);
    expect(Number(/\d+/.exec(fileServer.requestHeaders[0]?.range ?? '')?.[0])).toBeGreaterThan(900_000);
    expect(readFileSync(real('Download/film.mp4')).equals(CONTENT)).toBe(true);

    fileServer.answer = breakingServer(1_000_000, 'silent');
    const next = await add(address('/other.bin'));
    await vi.waitFor(() => expect(box.tasks.get('ann', next)?.done).toBeGreaterThan(900_000));
    await box.tasks.pause('ann', next);
    await box.tasks.remove('ann', next);
    expect([Object.keys(snapshot(real('Download'))), staged()]).toEqual([['film.mp4'], []]);
  });
});
