import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RelayTunnel, TunnelState } from './relay-tunnel.ts';
import { dialRelay } from './relay-tunnel.ts';

// The guard of the unit tests wraps HTTP sockets; this test needs the plain sockets.
nock.restore();

const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: boxwood-tunnel\r\n\r\n';
/** Backoff in ms; the tests spread it to three quarters of the step, the shortest. */
const BACKOFF = { initialMs: 1000, maxMs: 60_000 };

let server: Server;
let sockets: Duplex[];
let tunnel: RelayTunnel;
/** Resolves the promises of {@link nextState}. */
let waiting: Map<TunnelState, () => void>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [server, sockets] = [createServer(), []];
  waiting = new Map();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await tunnel.close();
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
  vi.useRealTimers();
});

const nextState = (state: TunnelState): Promise<void> =>
  new Promise((resolve) => {
    waiting.set(state, resolve);
  });
const dial = (random = 0): void => {
  const address = server.address();
  tunnel = dialRelay({
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    boxId: 'box7',
    secret: 's'.repeat(40),
    serve: (stream) => {
      stream.close();
    },
    backoff: BACKOFF,
    random: () => random,
    onState: (state) => waiting.get(state)?.(),
  });
};
/** Expects that the box dials after this number of ms, and not before. */
const expectWait = (ms: number): void => {
  vi.advanceTimersByTime(ms - 1);
  expect(tunnel.state()).not.toBe('dialling');
  vi.advanceTimersByTime(1);
  expect(tunnel.state()).toBe('dialling');
};

describe('a service without a place for the tunnel', () => {
  it.each([
    ['300', 0, 300_000],
    ['300', 0.5, 375_000],
    ['999999', 0, 3_600_000],
    ['0', 0, 750],
    ['-300', 0, 750],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 0, 750],
    [undefined, 0, 750],
  ])(
    'asks with Retry-After %s for a wait, spread by %s: the box dials again after %s ms',
    async (after, random, ms) => {
      server.on('upgrade', (_, socket: Duplex) => {
        const header = after === undefined ? '' : `Retry-After: ${after}\r\n`;
        socket.end(`HTTP/1.1 503 Service Unavailable\r\n${header}Connection: close\r\nContent-Length: 0\r\n\r\n`);
      });
      const refused = nextState('waiting');
      dial(random);
      await refused;
      expectWait(ms);
    },
  );
});

it('dials a service that closes each tunnel at once in ever longer steps, and starts again after a lasting tunnel', async () => {
  let isOpen = false;
  server.on('upgrade', (_, socket: Duplex) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    if (isOpen) socket.write(SWITCHED);
    else socket.end(SWITCHED);
  });
  let closed = nextState('waiting');
  dial();
  for (const step of [1000, 2000, 4000, 8000]) {
    await closed;
    closed = nextState('waiting');
    isOpen = step === 8000;
    const connected = nextState('connected');
    expectWait(step * 0.75);
    await connected;
  }
  vi.advanceTimersByTime(BACKOFF.maxMs);
  sockets.at(-1)?.destroy();
  await closed;
  expectWait(BACKOFF.initialMs * 0.75);
});
