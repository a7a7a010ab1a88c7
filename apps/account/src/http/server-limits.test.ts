import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { createServer, IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { assert, array, integer, property, tuple } from 'fast-check';
import nock from 'nock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { garbageCollector } from '../memory.ts';
import type { RequestBody } from './request-bodies.ts';
import { RequestBodies, CallerDisconnected } from './request-bodies.ts';
import { ConnectionLimits, connectionsFor, addressHolder } from './connection-limits.ts';
import { drainRequest } from './drain-request.ts';
import { requestHolder } from './server-limits.ts';
import { EvictingPool } from './evicting-pool.ts';

// The guard of the unit tests wraps sockets and connects late; here every socket counts.
nock.restore();
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MIB = 1024 * 1024;
let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  const open = server;
  if (open !== undefined) await new Promise((resolve) => open.close(resolve));
  server = undefined;
});

const serve = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  guard?: ConnectionLimits,
): Promise<number> => {
  const made = createServer({ keepAliveTimeout: 60_000 }, answer);
  server = made;
  guard?.watch(made);
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const address = made.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** A connection from one of the addresses of this machine. */
const dial = async (port: number, from = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.resume().once('close', () => resolve()));
const begin = (length: number, path = '/'): string =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`;

describe('the bodies of a process', () => {
  /** A server that reads bodies and holds them until it is told to release them. */
  const reading = async (bodies: RequestBodies, limit = MIB) => {
    const read: RequestBody[] = [];
    const failed: unknown[] = [];
    const port = await serve((request, response) => {
      const recognise = (head: Buffer): string | null => (head.toString().startsWith('ann') ? 'ann' : null);
      bodies.read(request, { limit, recognise, address: '10.0.0.1' }).then(
        (body) => {
          read.push(body);
          response.writeHead(body.outcome === 'whole' ? 200 : 503).end(body.outcome);
          drainRequest(request);
        },
        (failure: unknown) => failed.push(failure),
      );
    });
    return { port, read, failed };
  };

  it('of 60 strangers whose bodies never end hold 9 MiB and no more, and a short one is read beside them', async () => {
    const bodies = new RequestBodies();
    const { port, read } = await reading(bodies);
    for (let at = 0; at < 60; at++) {
      const socket = await dial(port);
      socket.resume();
      socket.write(begin(MIB));
      socket.write(Buffer.alloc(MIB - 1, 'x'));
    }
    await expect.poll(() => read.length).toBeGreaterThanOrEqual(51);
    expect(new Set(read.map(({ outcome }) => outcome))).toEqual(new Set(['busy']));
    expect(bodies.bytesInUse).toBeLessThanOrEqual(9 * MIB);
    // Authenticated senders use another budget, and short bodies are free.
    const before = read.length;
    const [family, short] = [await dial(port), await dial(port)];
    family.write(begin(MIB));
    family.write(`ann${'x'.repeat(MIB - 3)}`);
    short.write(begin(4000));
    short.write('y'.repeat(4000));
    await expect.poll(() => read.slice(before).filter(({ outcome }) => outcome === 'whole').length).toBe(2);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => bodies.bytesInUse).toBe(MIB - 4096);
    for (const body of read) body[Symbol.dispose]();
    expect(bodies.bytesInUse).toBe(0);
  });

  it('that were refused hold nothing, however long their senders stay', async () => {
    const bodies = new RequestBodies();
    const { port, read } = await reading(bodies);
    // The budget has room for 64 KiB of one more body, but not for its next 256 KiB.
    const large = Buffer.alloc(70_000, 'x');
    const send = async (): Promise<void> => {
      const socket = await dial(port);
      socket.resume();
      socket.write(begin(MIB));
      socket.write(large);
    };
    for (let at = 0; at < 36; at++) await send();
    await expect.poll(() => bodies.bytesInUse).toBe(36 * (256 * 1024 - 4096));
    const held = (): number => {
      garbageCollector()({ type: 'major' });
      return process.memoryUsage().external;
    };
    const before = held();
    for (let at = 0; at < 200; at++) {
      await send();
      await expect.poll(() => read.length, { interval: 1 }).toBe(at + 1);
    }
    expect(new Set(read.map(({ outcome }) => outcome))).toEqual(new Set(['busy']));
    await expect.poll(() => held() - before, { timeout: 5000 }).toBeLessThan(4 * MIB);
  });

  it('are whole whatever the pieces, and nothing is held once they are given back', async () => {
    const bodies = new RequestBodies();
    const { port, read } = await reading(bodies);
    const socket = await dial(port);
    const text = Array.from({ length: 30_000 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('');
    socket.write(begin(text.length));
    for (let at = 0; at < text.length; at += 997) {
      socket.write(text.slice(at, at + 997));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => read.length).toBe(1);
    expect(read[0]?.bytes.toString()).toBe(text);
    expect(bodies.bytesInUse).toBeGreaterThan(0);
    read[0]?.[Symbol.dispose]();
    expect(bodies.bytesInUse).toBe(0);
  });

  it('that stand still end, also when byte follows byte for ever', async () => {
    const { port, failed } = await reading(new RequestBodies({ stallMs: 30 }));
    const silent = await dial(port);
    silent.write(begin(100));
    await closed(silent);
    const second = await reading(new RequestBodies({ wholeMs: 100, stallMs: 60_000 }));
    const dripping = await dial(second.port);
    dripping.write(begin(MIB));
    const drip = setInterval(() => dripping.write('x'), 5);
    await closed(dripping);
    clearInterval(drip);
    await expect.poll(() => [...failed, ...second.failed].length).toBe(2);
    expect([...failed, ...second.failed].every((failure) => failure instanceof CallerDisconnected)).toBe(true);
  });

  it('that are said to be too long are refused before a byte of them', async () => {
    const { port, read } = await reading(new RequestBodies());
    (await dial(port)).write(begin(MIB + 1));
    const chunked = await dial(port);
    chunked.write('POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n');
    chunked.write(`${(MIB + 1).toString(16)}\r\n${'x'.repeat(MIB + 1)}\r\n`);
    await expect.poll(() => read.map(({ outcome }) => outcome)).toEqual(['too-large', 'too-large']);
  });
});

describe('places', () => {
  it('are never more than there are, of nobody more than their part, and who comes always gets one', () => {
    assert(
      property(array(tuple(integer({ min: 0, max: 5 }), integer({ min: 0, max: 99 }))), (comers) => {
        const needed = new Set<number>();
        const places = new EvictingPool<number>({
          maxItems: 12,
          maxPerHolder: () => 5,
          isNeeded: (one) => needed.has(one),
        });
        const inside = new Map<number, string>();
        for (const [at, [holder, chance]] of comers.entries()) {
          if (chance < 30) needed.add(at);
          const victim = places.add(at, `${holder}`);
          inside.set(at, `${holder}`);
          if (victim === undefined) continue;
          expect(victim).not.toBe(at);
          // A needed item is evicted only when all items of its holder are needed.
          if (needed.has(victim))
            for (const [one, of] of inside)
              if (of === inside.get(victim) && one !== at) expect(needed.has(one)).toBe(true);
          places.remove(victim);
          inside.delete(victim);
        }
        expect(places.size).toBe(inside.size);
        expect(inside.size).toBeLessThanOrEqual(12);
        for (const holder of inside.values())
          expect([...inside.values()].filter((each) => each === holder).length).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('belong to an address, of IPv6 to the half of it that a house has', () => {
    expect(
      ['10.0.0.7', '::ffff:10.0.0.7', '::1', '2001:db8:1:2:3::4', '2001:db8:1:2::', 'fe80::1', ''].map(addressHolder),
    ).toEqual(['10.0.0.7', '10.0.0.7', '::1', '2001:db8:1:2::/64', '2001:db8:1:2::/64', 'fe80:0:0:0::/64', '']);
  });

  it('and so does every limit of an address', () => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '2001:db8:1:2:3::4' });
    expect(requestHolder(new IncomingMessage(socket))).toBe('2001:db8:1:2::/64');
  });

  it('leave files for everything else', () => {
    expect([1024, 20_000, 100, Number.POSITIVE_INFINITY].map(connectionsFor)).toEqual([512, 4096, 64, 4096]);
  });
});

describe('the connections of a server', () => {
  const answering = (connections: ConnectionLimits) =>
    serve((request, response) => {
      if (request.url === '/ann') connections.assignUser(request.socket, 'ann');
      if (request.url === '/never') return;
      response.end('here');
    }, connections);
  const ask = async (socket: Socket, path = '/ann'): Promise<string> => {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
    const [piece] = (await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])) as [Buffer];
    return piece.toString();
  };

  it('strangers take half of the places, one address an eighth, and somebody known always has one', async () => {
    const connections = new ConnectionLimits({ maxConnections: 64 });
    const port = await answering(connections);
    const family = await dial(port);
    expect(await ask(family)).toContain('200');
    for (let at = 0; at < 60; at++) await dial(port, '127.0.0.9');
    await expect.poll(() => connections.counts).toEqual({ unauthenticated: 8, users: 1 });
    for (let at = 0; at < 100; at++) (await dial(port, `127.0.1.${at + 1}`)).write('POST / HTTP/1.1\r\nx-slow: ');
    await expect.poll(() => connections.counts).toEqual({ unauthenticated: 32, users: 1 });
    expect(await ask(family)).toContain('200');
    const late = await dial(port);
    expect(await ask(late)).toContain('200');
    await expect.poll(() => connections.counts.users).toBe(2);
  });

  it('an answer that a stranger waits for is not cut off for one that says nothing', async () => {
    const connections = new ConnectionLimits({ maxConnections: 16 });
    const port = await answering(connections);
    const waiting = await dial(port);
    waiting.write('GET /never HTTP/1.1\r\nhost: a\r\n\r\n');
    let cut = false;
    waiting.on('close', () => (cut = true));
    await expect.poll(() => connections.counts.unauthenticated).toBe(1);
    for (let at = 0; at < 40; at++) expect(await ask(await dial(port, `127.0.1.${at + 1}`), '/')).toContain('200');
    await expect.poll(() => connections.counts.unauthenticated).toBe(8);
    expect(cut).toBe(false);
  });

  it('one user cannot take the places of the others either', async () => {
    const connections = new ConnectionLimits({ maxConnections: 32 });
    const port = await answering(connections);
    for (let at = 0; at < 40; at++) expect(await ask(await dial(port))).toContain('200');
    await expect.poll(() => connections.counts).toEqual({ unauthenticated: 0, users: 8 });
  });

  it('a reader who stops is let go, one for whom the box still works is not, and one who never asks is', async () => {
    const connections = new ConnectionLimits({ maxConnections: 64, stallMs: 50 });
    const release = Promise.withResolvers<undefined>();
    const port = await serve((request, response) => {
      if (request.url === '/large') response.end(Buffer.alloc(32 * MIB));
      else void release.promise.then(() => response.end('at last'));
    }, connections);
    const patient = await dial(port);
    patient.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
    const stopped = await dial(port);
    stopped.write('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
    stopped.pause();
    await dial(port);
    await expect.poll(() => connections.counts.unauthenticated).toBe(1);
    const heard = once(patient, 'data');
    release.resolve(undefined);
    expect(String((await heard)[0])).toContain('at last');
  });
});
