/** Helpers shared by the tests of this package. */
import { bytes, int, intText, list, nothing, positional, str, struct, wirePath, essential } from './codecs/index.ts';
import { type ClientOptions, createClient } from './client.ts';
import { defineCommand, defineTransfer } from './command.ts';
import type { Either } from './either.ts';
import type { BoxError } from './box-error.ts';
import type { Timers } from './middleware.ts';
import { fetchTransport } from './transports/fetch-transport.ts';

export const TOKEN = '0123456789abcdefghijABCDEFGHIJ01';
export const ann = { username: 'ann', token: TOKEN };
export const BASE = 'http://box.test';

export const ListThings = defineCommand({
  name: 'ListThings',
  method: 'POST',
  path: '/things',
  cmd: 'LIST',
  form: 'jsonparam',
  reply: 'error',
  params: struct({ path: wirePath }, { count: int }),
  result: struct({ sum: bytes, list: essential(list(struct({ n: essential(str) }))) }),
  errors: 'GEN',
  refusals: [6],
  access: 'user',
  idempotent: true,
  paths: { path: 'read' },
});

export const MoveThing = defineCommand({
  name: 'MoveThing',
  method: 'POST',
  path: '/things',
  cmd: 'MOVE',
  form: 'positional',
  reply: 'error',
  params: positional({ source: wirePath, size: intText(bytes) }),
  result: nothing,
  errors: 'GEN',
  refusals: [11],
  access: 'user',
  idempotent: false,
});

export const ShareThing = defineCommand({
  name: 'ShareThing',
  method: 'POST',
  path: '/{token}',
  cmd: 'SHARE',
  form: 'object',
  reply: 'error',
  params: struct({ path: wirePath }),
  result: struct({ failed: list(struct({ path: str, error: int })) }),
  errors: 'GEN',
  refusals: [],
  access: 'user',
  idempotent: false,
  partial: true,
});

export const FindThing = defineCommand({
  name: 'FindThing',
  method: 'GET',
  path: '/user/{id}/things',
  cmd: null,
  form: 'query',
  reply: 'code',
  params: struct({ id: str }, { page: intText(int) }),
  result: struct({ found: int }),
  errors: 'ACC',
  refusals: [1001],
  access: 'user',
  idempotent: true,
});

export const PutBytes = defineTransfer({
  name: 'PutBytes',
  method: 'PUT',
  path: '/bytes',
  query: struct({ start: intText(bytes) }, { note: str }),
  result: struct({}, { size: bytes }),
  statuses: { 409: 'wrong start' },
  access: 'ticket',
  stallMs: 60_000,
});

export const tree = {
  things: { list: ListThings, move: MoveThing, share: ShareThing },
  user: { find: FindThing },
} as const;

/** Timers whose time moves only when a test advances it. `pending` counts the timers that were not cancelled. */
export const manualTimers = () => {
  let now = 0;
  const pendingTimers = new Set<{ readonly at: number; readonly run: () => void }>();
  const timers: Timers = {
    now: () => now,
    set: (run, ms) => {
      const timer = { at: now + ms, run };
      pendingTimers.add(timer);
      return () => {
        pendingTimers.delete(timer);
      };
    },
  };
  /** Settles promises, then advances the time and runs the timers that are due. */
  const advance = async (ms: number) => {
    await settle();
    now += ms;
    for (const timer of [...pendingTimers].toSorted((a, b) => a.at - b.at))
      if (timer.at <= now && pendingTimers.delete(timer)) timer.run();
    await settle();
  };
  return { timers, advance, pending: () => pendingTimers.size };
};

/** A client of the user ann at {@link BASE} with manual timers. */
export const setUp = (options: Partial<ClientOptions> = {}) => {
  const time = manualTimers();
  const client = createClient({
    baseUrl: BASE,
    transport: fetchTransport(),
    identity: () => ann,
    timers: time.timers,
    ...options,
  });
  return { ...time, client };
};

/** Runs everything that is ready, including event-loop work of the HTTP client. */
export const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
};

/** Returns the error of a result; throws when the result is a success. */
export const errorOf = (result: Either<BoxError, unknown>): BoxError => {
  if (result._tag === 'Right') throw new Error('expected an error');
  return result.left;
};
