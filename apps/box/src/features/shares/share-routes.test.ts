import { once } from 'node:events';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { createServer, get } from 'node:http';
import { join } from 'node:path';
import { RequestBodies } from '@boxwood/account';
import { shareFileAddress } from '@boxwood/box-sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileReply } from '../files/download/send-file.ts';
import { FileServer } from '../files/download/file-server.ts';
import type { TestFiles } from '../files/file-test-helpers.ts';
import { createTestFiles } from '../files/file-test-helpers.ts';
import { RunningResponses } from '../../server/identity/running-responses.ts';
import { identityMigrations } from '../../server/identity/identity-tables.ts';
import { LoginRateLimiter } from '../../server/identity/login-rate-limiter.ts';
import { Users } from '../../server/identity/users.ts';
import { ZipDownloads } from '../../storage/zip/zip-downloads.ts';
import { ShareContentsCounter } from './share-contents.ts';
import { DownloadSlots } from './download-slots.ts';
import { shareRoutes } from './share-routes.ts';
import { ShareSecrets } from './share-secrets.ts';
import { HttpShares } from './http-shares.ts';
import { shareMigrations } from './share-migrations.ts';
import { ShareVisitors } from './share-visitors.ts';

/** More than fits into the buffers between the box and the client. */
const FILM = 48 * 1024 * 1024;

let box: TestFiles;
let server: Server;
const serving: Promise<void>[] = [];
let shares: HttpShares;
let now = Date.UTC(2026, 0, 1);
const clock = { now: () => now };
const secrets = new ShareSecrets('the secret of this box');

const serve = async (patienceMs?: number, makePicture: () => FileReply | null = () => null): Promise<string> => {
  const { database, vault, lister } = box;
  new Users(database, clock).create({ name: 'ann', admin: false, owner: true }, 'x');
  shares = new HttpShares(database, secrets, clock);
  const visitors = new ShareVisitors({
    shares,
    secrets,
    tries: new LoginRateLimiter(database, clock),
    vault,
    lister,
    clock,
  });
  const files = new FileServer(vault);
  const options = {
    visitors,
    files,
    lister,
    clock,
    bodies: new RequestBodies(),
    running: new RunningResponses(),
    contentsCounter: new ShareContentsCounter(vault, clock),
    zips: new ZipDownloads(vault, clock),
    thumbnails: { serveAt: () => Promise.resolve(makePicture()) },
  };
  const [door] = shareRoutes({ ...options, ...(patienceMs === undefined ? {} : { patienceMs }) });
  if (door === undefined) throw new Error('no door');
  server = createServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    serving.push(door.handle(request, response, path.slice('/s/'.length), new URLSearchParams(query)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const { id } = shares.make({ user: 'ann', path: '/mnt/usb1/ann', names: ['film.bin'], days: 1, code: '0000' });
  return shareFileAddress(origin, { id, index: 0, ticket: secrets.issueTicket(id, now) });
};
const ticketNow = (): string => secrets.issueTicket(shares.list('ann', 0, 1)[0]?.id ?? '', now);
const download = (address: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(address, { agent: false }, resolve).on('error', reject);
  });

beforeEach(() => {
  box = createTestFiles([...identityMigrations, ...shareMigrations]);
  mkdirSync(join(box.root, 'usb1/ann'), { recursive: true });
  writeFileSync(join(box.root, 'usb1/ann/film.bin'), 'film');
  truncateSync(join(box.root, 'usb1/ann/film.bin'), FILM);
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.allSettled(serving.splice(0));
  await box.close();
});

describe('a download of a share', () => {
  it('SHARE-03: ends when the days of the share end', async () => {
    const address = await serve();
    now += 86_400_000 - 50;
    const reply = await download(address.replace(/ticket=[^&]*/, `ticket=${ticketNow()}`));
    reply.on('error', () => undefined);
    now += 50;
    reply.resume();
    if (!reply.destroyed) await new Promise((resolve) => reply.once('close', resolve));
    expect([reply.statusCode, reply.complete]).toEqual([200, false]);
  });

  it('ends when its reader takes nothing for too long, and its place is free', async () => {
    const address = await serve(50);
    const left: Promise<unknown>[] = [];
    server.on('connection', (socket) => left.push(once(socket, 'close')));
    const readers = await Promise.all(Array.from({ length: 6 }, () => download(address)));
    await Promise.all(left);
    const next = await download(address);
    expect(next.statusCode).toBe(200);
    for (const reader of [...readers, next]) reader.destroy();
  });

  it('takes a place for the plan of an archive as well', async () => {
    const address = await serve();
    const { pathname, origin, searchParams } = new URL(address);
    const archive = `${origin}${pathname.replace('/f/0', '/zip')}?ticket=${searchParams.get('ticket') ?? ''}`;
    const readers = await Promise.all(Array.from({ length: 6 }, () => download(address)));
    const refused = await download(archive);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);
    refused.resume();
    for (const reader of readers) reader.destroy();
    await vi.waitFor(async () => {
      const planned = await download(archive);
      planned.resume();
      expect(planned.statusCode).toBe(303);
    });
  });

  it('shows no small picture that was made until after the end of its share', async () => {
    let made = 0;
    const address = await serve(undefined, () => {
      made += 1;
      if (made === 2) shares.remove(shares.list('ann', 0, 1)[0]?.id ?? '');
      return { status: 200, headers: { 'content-length': 7 }, body: Buffer.from('picture') };
    });
    const statusOf = async (): Promise<number | undefined> => (await download(`${address}&w=64`)).resume().statusCode;
    expect([await statusOf(), await statusOf()]).toEqual([200, 404]);
  });

  it('has 16 places of a share, six for one visitor', () => {
    const places = new DownloadSlots();
    const taken = (share: string, visitor: string, tries: number) =>
      Array.from({ length: tries }, () => places.acquire(share, visitor)).filter((place) => place !== null);
    const [first] = taken('s', 'a', 9);
    expect(taken('s', 'a', 1)).toHaveLength(0);
    expect(taken('s', 'b', 9)).toHaveLength(6);
    expect(taken('s', 'c', 9)).toHaveLength(4);
    expect(taken('other', 'a', 9)).toHaveLength(6);
    first?.[Symbol.dispose]();
    expect(taken('s', 'd', 9)).toHaveLength(1);
  });
});
