import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { str, struct } from './codecs/index.ts';
import { defineCommand } from './command.ts';
import type { IncomingCall } from './router.ts';
import type { RefusalOf } from './command.ts';
import { createRouter, Refusal, Undeclared } from './router.ts';
import { ann, errorOf, FindThing, ListThings, TOKEN, tree } from './test-kit.ts';
import { localTransport } from './transports/local-transport.ts';
import { setUp, envelope, listing } from './router-test-helpers.ts';

describe('handlers', () => {
  it('G-01: both parameter forms reach their handlers decoded', async () => {
    const seen: unknown[] = [];
    const { post } = setUp({
      context: (call) => {
        seen.push([call.command.name, call.params, call.identity]);
        return call;
      },
    });
    await post(listing({ path: '/a', count: 2 }));
    await post(envelope({ cmd: 'MOVE', params: ['/a', '7'] }));
    expect(seen).toEqual([
      ['ListThings', { path: '/a', count: 2 }, ann],
      ['MoveThing', { source: '/a', size: 7 }, ann],
    ]);
  });

  it('section 0.2: identity comes from header, query or body, headers first; parameters from path and query', async () => {
    const seen: IncomingCall[] = [];
    const { post } = setUp({
      context: (call) => {
        seen.push(call);
        return call;
      },
    });
    const request = {
      method: 'GET',
      headers: { username: 'bob', token: 't' },
      query: new URLSearchParams('page=2&token=other'),
    };
    expect(await post('', '/user/a%20b/things', request)).toEqual({ code: 200, data: { found: 3 } });
    expect(seen[0]).toMatchObject({ params: { id: 'a b', page: 2 }, identity: { username: 'bob', token: 't' } });
    expect(await post('', '/user/%ff/things', request)).toBe(404);
  });

  it('a refusal carries its number, words and fields', async () => {
    const { post, faults, calls } = setUp({}, () => {
      throw new Refusal(6, 'wrong', { left: 2 });
    });
    expect(await post(listing({ path: '/a' }))).toEqual({ error: 6, info: 'wrong', left: 2 });
    expect([faults, calls]).toEqual([[], [{ command: 'ListThings', code: 6 }]]);
  });

  it('a fault becomes "service error"; its words go to the log and not to the caller', async () => {
    const { post, faults } = setUp({}, () => Promise.reject(new Error('/root/secret')));
    expect(await post(listing({ path: '/a' }))).toEqual({ error: 7 });
    expect(String(faults[0])).toContain('/root/secret');
  });

  it('ROLE-13: authorisation speaks before any word about parameters, and handlers do not run after a no', async () => {
    let ran = false;
    const { post } = setUp(
      {
        context: () => {
          throw new Refusal(13);
        },
      },
      () => {
        ran = true;
        return { sum: 0, list: [] };
      },
    );
    expect(await post(listing({ path: 'nonsense' }))).toEqual({ error: 13 });
    expect(await post(listing({ path: '/a' }))).toEqual({ error: 13 });
    expect(ran).toBe(false);
  });

  it('G-70: what `enter` refuses does not run; what it let in is let out, also after a fault', async () => {
    let inside = 0;
    const { post } = setUp(
      {
        enter: () => {
          if (inside > 0) throw new Refusal(2);
          inside += 1;
          return () => {
            inside -= 1;
          };
        },
      },
      async () => {
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('boom');
      },
    );
    const both = await Promise.all([post(listing({ path: '/a' })), post(listing({ path: '/a' }))]);
    expect(both).toEqual([{ error: 7 }, { error: 2 }]);
    expect(inside).toBe(0);
  });

  it('G-67: a partial result is answered with 3 beside its list', async () => {
    const { post } = setUp();
    expect(await post(envelope({ cmd: 'SHARE', params: { path: '/a' } }), `/${TOKEN}`)).toEqual({
      error: 3,
      failed: [{ path: '/a', error: 15 }],
    });
  });

  it('two commands at one endpoint with one word are refused when the router is made', () => {
    const twice = defineCommand({ ...ListThings, name: 'Again' });
    expect(() =>
      createRouter({
        commands: { a: { one: ListThings, two: twice } },
        handlers: { a: { one: () => ({ sum: 0, list: [] }), two: () => ({ sum: 0, list: [] }) } },
        context: () => null,
        onFault: () => undefined,
      }),
    ).toThrow(/two commands answer POST \/things LIST/);
  });

  it('a missing handler, a surplus one and a wrong result do not compile', () => {
    const common = { commands: { user: tree.user }, context: () => null, onFault: () => undefined };
    // @ts-expect-error user.find is missing
    const missing = () => createRouter({ ...common, handlers: { user: {} } });
    // @ts-expect-error the whole area is missing
    const area = () => createRouter({ ...common, handlers: {} });
    // @ts-expect-error `found` is a number
    const wrong = () => createRouter({ ...common, handlers: { user: { find: () => ({ found: 'x' }) } } });
    const right = createRouter({ ...common, handlers: { user: { find: () => ({ found: 1 }) } } });
    expect([missing, area, wrong, right]).toHaveLength(4);
  });
});

describe('localTransport', () => {
  it('carries a call to the router as text both ways', async () => {
    const { router } = setUp({}, ({ path }) => ({ sum: 1, list: [{ n: path }] }));
    const client = createClient({
      baseUrl: 'http://box.test',
      transport: localTransport(router),
      identity: () => ann,
    });
    expect(await client.send(FindThing, { id: 'ä/b', page: 1 })).toEqual({ found: 3 });
  });

  it('can be aborted while a handler works', async () => {
    const { router } = setUp({}, () => new Promise(() => undefined));
    const client = createClient({ baseUrl: 'http://box.test', transport: localTransport(router) });
    const control = new AbortController();
    const result = client.exec(ListThings, { path: '/a' }, { signal: control.signal })();
    setTimeout(() => {
      control.abort();
    }, 5);
    expect(errorOf(await result)).toEqual({ _tag: 'Aborted' });
    expect(errorOf(await client.exec(ListThings, { path: '/a' }, { signal: AbortSignal.abort() })())).toEqual({
      _tag: 'Aborted',
    });
  });
});

describe('what is said beside parameters whose form is fixed', () => {
  const more = struct({}, { mtime: str });
  const Knowing = { things: { ...tree.things, move: { ...tree.things.move, more } }, user: tree.user };
  const target = { source: '/a', size: 5 };
  const router = (seen: unknown[]) =>
    createRouter<typeof Knowing, IncomingCall>({
      commands: Knowing,
      handlers: {
        things: {
          list: () => ({ sum: 0, list: [] }),
          move: (params) => {
            seen.push(params);
            return {};
          },
          share: () => ({ failed: [] }),
        },
        user: { find: () => ({ found: 0 }) },
      },
      context: (call) => call,
      onFault: (fault) => seen.push(fault),
    });

  it('stands beside them in the envelope, and is heard by who knows of it', async () => {
    const seen: unknown[] = [];
    const client = createClient({
      baseUrl: 'http://box',
      transport: localTransport(router(seen)),
      identity: () => ann,
    });
    expect(await client.exec(Knowing.things.move, { ...target, more: { mtime: '5.5' } })()).toMatchObject({
      right: {},
    });
    expect(await client.exec(Knowing.things.move, target)()).toMatchObject({ right: {} });
    expect(seen).toEqual([{ ...target, more: { mtime: '5.5' } }, target]);
    const wrong = { ...target, more: { mtime: 5 } };
    // @ts-expect-error what does not fit is never sent
    expect(await client.exec(Knowing.things.move, wrong)()).toMatchObject({
      left: { _tag: 'Malformed', at: 'params' },
    });
    expect(seen).toHaveLength(2);
  });

  it('is passed over by who does not, and refused when it is nonsense', async () => {
    const { router: unknowing, calls } = setUp();
    const client = createClient({ baseUrl: 'http://box', transport: localTransport(unknowing), identity: () => ann });
    expect(await client.exec(Knowing.things.move, { ...target, more: { mtime: '5.5' } })()).toMatchObject({
      right: {},
    });
    expect(calls).toEqual([{ command: 'MoveThing', code: 0 }]);
    const seen: unknown[] = [];
    for (const nonsense of [5, null, 'text', { mtime: 5 }]) {
      const reply = await router(seen).handle({
        method: 'POST',
        path: '/things',
        query: new URLSearchParams(),
        headers: {},
        remote: '127.0.0.1',
        body: JSON.stringify(envelope({ cmd: 'MOVE', params: ['/a', '5'], more: nonsense })),
      });
      expect(JSON.parse(reply.body)).toMatchObject({ error: 4 });
    }
    expect(seen).toEqual([]);
  });
});

describe('a handler keeps to what its command declares', () => {
  it('refuses with a code that it lists or that every call can answer; another one does not compile', async () => {
    const refused = async (code: number): Promise<readonly unknown[]> => {
      const { post, faults } = setUp({}, (_params, _context, { refuse }) => {
        if (code === 6) throw refuse(6, 'nothing there');
        if (code === 13) throw refuse(13);
        // @ts-expect-error LIST declares 6 alone
        throw refuse(11);
      });
      return [await post(listing({ path: '/a' })), ...faults];
    };
    expect(await refused(6)).toEqual([{ error: 6, info: 'nothing there' }]);
    expect(await refused(13)).toEqual([{ error: 13 }]);
    expect(await refused(11)).toEqual([{ error: 11 }, expect.any(Undeclared)]);
    const declared: RefusalOf<typeof ListThings> = 6;
    expect([declared]).toEqual([6]);
    // @ts-expect-error what a caller compares with is one of these, too
    const undeclared: RefusalOf<typeof ListThings> = 11;
    expect([undeclared]).toEqual([11]);
  });

  it('what is thrown below it with another code reaches the caller, and is told as a fault', async () => {
    const { post, faults } = setUp({}, () => {
      throw new Refusal(16, 'ENOSPC');
    });
    expect(await post(listing({ path: '/a' }))).toEqual({ error: 16, info: 'ENOSPC' });
    expect(faults).toEqual([new Undeclared('ListThings', new Refusal(16, 'ENOSPC'))]);
  });

  it('a command that is not offered says so with the number of its family, whatever it declares', async () => {
    const { post, faults } = setUp({}, () => {
      throw new Refusal(3, 'notOffered');
    });
    expect(await post(listing({ path: '/a' }))).toEqual({ error: 3, info: 'notOffered' });
    expect(faults).toEqual([]);
  });

  it('hears when its caller has gone, and ends for no other reason than that without a fault', async () => {
    const gone = new AbortController();
    const { post, faults } = setUp({}, async (_params, _context, { signal }) => {
      gone.abort(new Error('the caller is gone'));
      await Promise.resolve();
      signal.throwIfAborted();
      return { sum: 0, list: [] };
    });
    expect(await post(listing({ path: '/a' }), '/things', { disconnectSignal: () => gone.signal })).toEqual({
      error: 7,
    });
    expect(faults).toEqual([]);
    expect(await post(listing({ path: '/a' }))).toEqual({ sum: 0, list: [], error: 0 });
  });
});
