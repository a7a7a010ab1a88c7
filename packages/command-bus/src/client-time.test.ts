/** Time behaviour of calls: timeout, abort, the single retry. */
import nock from 'nock';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BASE, errorOf, ListThings, MoveThing, PutBytes, setUp } from './test-kit.ts';

const good = { error: 0, sum: 1, list: [{ n: 'a' }] };

// Another test file of this process may have restored the network.
beforeAll(() => {
  if (!nock.isActive()) nock.activate();
});
afterEach(() => {
  expect(nock.pendingMocks()).toEqual([]);
});
afterAll(() => {
  nock.restore();
});

it('G-02: a call ends after 15 s, a command with an own limit after that, and leaves no timer', async () => {
  for (const [ms, options] of [
    [15_000, {}],
    [400, { timeoutMs: 400 }],
  ] as const) {
    nock(BASE).post('/things').delay(60_000).reply(200, good);
    const { client, advance, pending } = setUp();
    const result = client.exec(MoveThing, { source: '/a', size: 1 }, options)();
    await advance(ms - 1);
    expect(pending()).toBe(1);
    await advance(1);
    expect(errorOf(await result)).toEqual({ _tag: 'Timeout', ms });
    expect(pending()).toBe(0);
    nock.abortPendingRequests();
  }
});

it('an aborted call says so, before and while it runs, and leaves neither timer nor listener', async () => {
  const gone = new AbortController();
  gone.abort();
  const first = setUp();
  expect(errorOf(await first.client.exec(MoveThing, { source: '/a', size: 1 }, { signal: gone.signal })())).toEqual({
    _tag: 'Aborted',
  });
  expect(first.pending()).toBe(0);

  nock(BASE).post('/things').delay(60_000).reply(200, good);
  const later = new AbortController();
  const counted = countListeners(later.signal);
  const { client, advance, pending } = setUp();
  const result = client.exec(MoveThing, { source: '/a', size: 1 }, { signal: later.signal })();
  await advance(10);
  later.abort();
  expect(errorOf(await result)).toEqual({ _tag: 'Aborted' });
  expect(pending()).toBe(0);
  expect(counted()).toBe(0);
  nock.abortPendingRequests();
});

it('a finished call leaves no listener on a long-lived signal', async () => {
  const session = new AbortController();
  const counted = countListeners(session.signal);
  nock(BASE).post('/things').reply(200, good);
  const { client, pending } = setUp();
  await client.send(ListThings, { path: '/a' }, { signal: session.signal });
  expect(counted()).toBe(0);
  expect(pending()).toBe(0);
});

it('G-70: a read is repeated once, 500 ms later, after a network failure or "too busy"', async () => {
  for (const first of [
    { status: 502, body: '' },
    { status: 200, body: '{"error":2}' },
  ]) {
    nock(BASE).post('/things').reply(first.status, first.body);
    const { client, advance, pending } = setUp();
    const result = client.exec(ListThings, { path: '/a' })();
    await advance(499);
    expect(nock.isDone()).toBe(true);
    nock(BASE).post('/things').reply(200, good);
    await advance(1);
    expect(await result).toMatchObject({ _tag: 'Right' });
    expect(pending()).toBe(0);
  }
});

it('G-70: a write is never repeated, nor is a read that was refused', async () => {
  nock(BASE).post('/things').reply(502);
  const write = setUp();
  expect(errorOf(await write.client.exec(MoveThing, { source: '/a', size: 1 })())).toMatchObject({ _tag: 'Network' });
  nock(BASE).post('/things').reply(200, { error: 6 });
  const read = setUp();
  expect(errorOf(await read.client.exec(ListThings, { path: '/a' })())).toMatchObject({ code: 6 });
  expect([write.pending(), read.pending()]).toEqual([0, 0]);
});

it('giving up while waiting for the repetition ends the call at once', async () => {
  nock(BASE).post('/things').reply(502);
  const control = new AbortController();
  const counted = countListeners(control.signal);
  const { client, advance, pending } = setUp();
  const result = client.exec(ListThings, { path: '/a' }, { signal: control.signal })();
  await advance(100);
  control.abort();
  expect(errorOf(await result)).toEqual({ _tag: 'Aborted' });
  expect([pending(), counted()]).toEqual([0, 0]);
});

it('UPLOAD: a transfer that stands still ends, one that moves does not (only where progress is reported)', async () => {
  const moves: ((sent: number) => void)[] = [];
  const progress: number[] = [];
  const { client, advance, pending } = setUp({
    transferTransport: {
      reportsProgress: true,
      exchange: (request) =>
        new Promise((resolve) => {
          if (request.onProgress !== undefined) moves.push(request.onProgress);
          request.signal.addEventListener('abort', () => {
            resolve({ _tag: 'Left', left: { _tag: 'Aborted' } });
          });
        }),
    },
  });
  const result = client.transfer(PutBytes, { start: 0 }, 'abc', { onProgress: (sent) => progress.push(sent) })();
  await advance(59_000);
  moves[0]?.(2);
  await advance(59_000);
  expect(pending()).toBe(1);
  await advance(1000);
  expect(errorOf(await result)).toEqual({ _tag: 'Timeout', ms: 60_000 });
  // Progress reported after the end starts no new timer, which would keep a script alive.
  moves[0]?.(3);
  expect(progress).toEqual([2]);
  expect(pending()).toBe(0);
});

/** Counts the listeners of a signal that were not removed. */
function countListeners(signal: AbortSignal): () => number {
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
    listeners.add(listener);
    if (options?.once === true) add(type, () => listeners.delete(listener), { once: true });
    add(type, listener, options);
  };
  signal.removeEventListener = (type: string, listener: EventListener) => {
    listeners.delete(listener);
    remove(type, listener);
  };
  return () => listeners.size;
}
