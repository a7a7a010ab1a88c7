/** A box that downloads from a file server of this machine. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { FreeSpaceTracker } from '../../storage/space/free-space-tracker.ts';
import type { TaskView } from '../tasks/tasks.ts';
import { type TaskBox, taskBox } from '../tasks/task-test-helpers.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { downloadOperation } from './download-operation.ts';

export const ann = callerFor('ann');
export const CONTENT = randomBytes(3_000_000);

/** The box of the current test, and how much room its tasks are promised. */
export let box: TaskBox;
export let room: FreeSpaceTracker;
export let server: Server;

/** The time of the box: the real one, and an offset that tests set. */
export const clock = { offsetMs: 0, now: (): number => Date.now() + clock.offsetMs };

export const real = (path: string) => join(box.root, 'usb1/ann', path);
export const address = (path = '/film.mp4') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
export const add = (source: string, conflict?: 1 | 2 | 3) =>
  box.tasks.add(ann, {
    cmd: 'DOWN',
    source,
    target: '/mnt/usb1/ann/Download',
    params: conflict === undefined ? {} : { conflict },
  });
export const settled = async (id: string): Promise<TaskView> => {
  const task = await box.tasks.whenSettled('ann', id);
  if (task === undefined) throw new Error('the task is gone');
  return task;
};
export const run = async (source: string, conflict?: 1 | 2 | 3) => settled(await add(source, conflict));
export const staged = () => {
  const folder = join(box.root, 'usb1/.boxwood');
  return existsSync(folder) ? readdirSync(folder).flatMap((name) => readdirSync(join(folder, name))) : [];
};

/** Target of a link; '' if it was deleted meanwhile. */
export const linkOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};

/** A correct file server: ranges, and a strong validator. */
export const correctServer =
  (etag = '"v1"', content = CONTENT) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const partial = from > 0 && request.headers['if-range'] === etag;
    const body = partial ? content.subarray(from) : content;
    response.writeHead(partial ? 206 : 200, {
      etag,
      'content-length': body.length,
      ...(partial ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}),
    });
    response.end(body);
  };
/** Sends a part of the body and then breaks the connection, or stalls. */
export const breakingServer =
  (bytes: number, how: 'cut' | 'silent' = 'cut') =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const status = from > 0 ? 206 : 200;
    response.writeHead(status, {
      etag: '"v1"',
      'content-length': CONTENT.length - from,
      ...(from > 0 ? { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` } : {}),
    });
    response.write(CONTENT.subarray(from, from + bytes), () => {
      if (how === 'cut') response.socket?.destroy();
    });
  };

/** What the file server answers, and the headers of the requests it got. Tests set both. */
export const fileServer: {
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  requestHeaders: IncomingMessage['headers'][];
} = { answer: correctServer(), requestHeaders: [] };

/** @param stallMs stall timeout of a connection */
const openBox = (stallMs: number): void => {
  room = new FreeSpaceTracker();
  box = taskBox({
    clock,
    room,
    more: (services) => ({ DOWN: downloadOperation(services, { clock, allowLan: true, retryDelayMs: 20, stallMs }) }),
  });
  mkdirSync(real('Download'), { recursive: true });
};
/** For tests that count requests: a busy machine stalls for longer than a broken connection. */
export const openPatientBox = (): void => {
  box.remove();
  openBox(60_000);
};

/** Gives every test of the calling file a box and a file server. */
export const setUpDownloadBox = (): void => {
  beforeEach(async () => {
    fileServer.requestHeaders = [];
    fileServer.answer = correctServer();
    server = createServer((request, response) => {
      fileServer.requestHeaders.push(request.headers);
      fileServer.answer(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    openBox(400);
  });
  afterEach(async () => {
    await box.jobs.close();
    server.closeAllConnections();
    server.close();
    expect(box.faults).toEqual([]);
    box.remove();
  });
};
