import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { nothing, struct, str } from './codecs/index.ts';
import { defineCommand } from './command.ts';
import { createFacade } from './facade.ts';
import { BoxFailure } from './box-error.ts';
import { createRouter } from './router.ts';
import { ListThings, tree } from './test-kit.ts';
import { localTransport } from './transports/local-transport.ts';

const Ping = defineCommand({
  ...ListThings,
  name: 'Ping',
  cmd: 'PING',
  params: nothing,
  result: struct({ pong: str }),
});
const all = { ...tree, system: { ping: Ping } } as const;

const router = createRouter({
  commands: all,
  handlers: {
    things: {
      list: ({ path }) => ({ sum: 1, list: [{ n: path }] }),
      move: () => ({}),
      share: () => ({ failed: [] }),
    },
    user: { find: ({ page }) => ({ found: page ?? 0 }) },
    system: { ping: () => ({ pong: 'yes' }) },
  },
  context: () => null,
  onFault: (fault) => {
    throw fault;
  },
});
const box = createFacade(createClient({ baseUrl: 'http://box.test', transport: localTransport(router) }), all);

describe('facade', () => {
  it('calls every command as a method by area and verb', async () => {
    expect(await box.things.list({ path: '/a' })).toMatchObject({ sum: 1, list: [{ n: '/a' }] });
    expect(await box.user.find({ id: 'ann', page: 4 })).toEqual({ found: 4 });
    expect(Object.keys(box.things)).toEqual(['list', 'move', 'share']);
  });

  it('calls a command without parameters without any', async () => {
    expect(await box.system.ping()).toMatchObject({ pong: 'yes' });
  });

  it('throws a BoxFailure, and takes call options', async () => {
    const gone = AbortSignal.abort();
    await expect(box.things.move({ source: '/a', size: 1 }, { signal: gone })).rejects.toBeInstanceOf(BoxFailure);
    await expect(box.things.list({ path: 'nowhere' })).rejects.toThrow(
      'ListThings: malformed params (path: expected absolute path)',
    );
  });

  it('is typed: wrong parameters and unknown verbs do not compile', () => {
    // @ts-expect-error the path is missing
    const wrong = () => box.things.list({ count: 1 });
    // @ts-expect-error parameters are required
    const none = () => box.things.move();
    // @ts-expect-error no such verb
    const unknown: unknown = box.things.fly;
    expect([wrong, none, unknown]).toHaveLength(3);
    expect(() => Object.assign(box.things, { list: null })).toThrow(TypeError);
  });
});
