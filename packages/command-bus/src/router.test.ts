import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { struct, wirePath } from './codecs/index.ts';
import type { CallFamily } from './error-codes.ts';
import type { ReplyForm } from './command.ts';
import { defineCommand } from './command.ts';
import { decodeReply, encodeRefusal } from './envelope.ts';
import { createRouter } from './router.ts';
import { errorOf, ListThings, TOKEN } from './test-kit.ts';
import { localTransport } from './transports/local-transport.ts';
import { setUp, envelope, listing } from './router-test-helpers.ts';

describe('who says no, and with which number', () => {
  it('G-01: undecodable JSON is 20, outside and inside', async () => {
    const { post } = setUp();
    expect(await post('{')).toEqual({ error: 20 });
    expect(await post(envelope({ cmd: 'LIST', jsonparam: '{' }))).toEqual({ error: 20 });
  });

  it('G-01: a body that is no UTF-8 is 20; one that is, is read', async () => {
    const { post } = setUp();
    const bytes = new TextEncoder().encode(JSON.stringify(listing({ path: '/a' })));
    expect(await post(bytes)).toEqual(await post(listing({ path: '/a' })));
    for (const odd of [0xff, 0xc0, 0xed]) {
      const spoiled = Uint8Array.from(bytes);
      spoiled[new TextDecoder().decode(bytes).indexOf('/a') + 1] = odd;
      expect(await post(spoiled)).toEqual({ error: 20 });
    }
    // A surrogate encoded as if it were a character: an escaped byte must arrive as a JSON escape.
    const written = new TextDecoder('latin1').decode(bytes).replace('/a', '/\u00ed\u00b3\u00bf');
    expect(await post(Uint8Array.from(written, (sign) => sign.charCodeAt(0)))).toEqual({ error: 20 });
  });

  it('G-01: any version but the integer 1 is 19, before anything else is looked at', async () => {
    const { post } = setUp();
    for (const version of [0, 2, '1', null, true])
      expect(await post({ ...listing({ path: '/a' }), version })).toEqual({ error: 19 });
    expect(await post({ cmd: 'FLY' })).toEqual({ error: 19 });
  });

  it('G-01: an unknown command is 4 with info cmd, both or no parameter forms are 4', async () => {
    const { post } = setUp();
    for (const cmd of ['FLY', 7, null, '__proto__', 'constructor'])
      expect(await post({ ...listing({ path: '/a' }), cmd })).toEqual({ error: 4, info: 'cmd' });
    expect(await post(envelope({ cmd: 'LIST' }))).toEqual({ error: 4, info: 'params' });
    expect(await post({ ...listing({ path: '/a' }), params: [] })).toEqual({ error: 4, info: 'params' });
    expect(await post(envelope({ cmd: 'MOVE', jsonparam: '[]' }))).toEqual({ error: 4, info: 'params' });
    expect(await post(envelope({ cmd: 'LIST', jsonparam: { path: '/a' } }))).toEqual({ error: 4, info: 'jsonparam' });
    expect(await post('[]')).toEqual({ error: 4, info: 'envelope' });
  });

  it('undecodable parameters are 4 and name the field', async () => {
    const { post } = setUp();
    expect(await post(listing({ path: 'a' }))).toEqual({ error: 4, info: 'path: expected absolute path' });
    expect(await post(envelope({ cmd: 'MOVE', params: ['/a', 5] }))).toMatchObject({ error: 4, info: /^size/ });
  });

  it('section 1.13: bad parameters have the number of the family, in the reply form of the command', async () => {
    const numbers: Record<CallFamily, number> = {
      GEN: 4,
      PLG: 3,
      APP: 3,
      TSK: 3,
      ALB: 3,
      ACC: 2004,
      BDU: 2,
      RPC: -32602,
    };
    for (const [family, code] of Object.entries(numbers)) {
      const command = defineCommand({ ...ListThings, form: 'object', errors: family as CallFamily });
      const router = createRouter({
        commands: { a: { b: command } },
        handlers: { a: { b: () => ({ sum: 0, list: [] }) } },
        context: () => null,
        onFault: () => undefined,
      });
      const reply = await router.handle({
        method: 'POST',
        path: '/things',
        query: new URLSearchParams(),
        headers: {},
        body: JSON.stringify(envelope({ cmd: 'LIST', params: {} })),
        remote: '',
      });
      expect(JSON.parse(reply.body)).toMatchObject({ error: code });
    }
  });

  it('a body that was written for an earlier call is sent as it is; every other is offered', async () => {
    const page = { sum: 0, list: [] };
    const kept = new Map<object, Uint8Array>();
    const router = createRouter({
      commands: { things: { list: ListThings } },
      handlers: { things: { list: () => page } },
      context: () => null,
      bodies: {
        get: (command, result) => (command === ListThings ? kept.get(result) : undefined),
        put: (_, result, body) => void kept.set(result, new TextEncoder().encode(body)),
      },
      onFault: () => undefined,
    });
    const body = JSON.stringify(envelope({ cmd: 'LIST', jsonparam: '{"path":"/a"}' }));
    const request = { method: 'POST', path: '/things', query: new URLSearchParams(), headers: {}, body, remote: '' };
    const first = await router.handle(request);
    expect(first).toEqual({ status: 200, body: '{"error":0,"sum":0,"list":[]}' });
    const second = await router.handle(request);
    expect(second).toEqual({ status: 200, body: '', bytes: new TextEncoder().encode(first.body) });
    const local = createClient({ baseUrl: '', transport: localTransport(router) });
    expect(await local.send(ListThings, { path: '/a' })).toMatchObject(page);
  });

  it('G-01, G-46: an endpoint that says no in two forms says it in both until it knows what was asked', async () => {
    const object = { path: '/', form: 'object', params: struct({ path: wirePath }) } as const;
    const errno = defineCommand({ ...ListThings, ...object, cmd: 'DIRLIST', reply: 'errno', errors: 'BDU' });
    const error = defineCommand({ ...ListThings, ...object, cmd: 'LISTNODE', errors: 'GEN' });
    const handler = () => ({ sum: 0, list: [] });
    const router = createRouter({
      commands: { drive: { nodes: error, list: errno } },
      handlers: { drive: { nodes: handler, list: handler } },
      context: () => null,
      onFault: () => undefined,
    });
    const post = async (body: string): Promise<unknown> => {
      const request = { method: 'POST', path: '/', query: new URLSearchParams(), headers: {}, body, remote: '' };
      return JSON.parse((await router.handle(request)).body);
    };
    expect(await post('{')).toEqual({ error: 20, errno: 20 });
    expect(await post(JSON.stringify(envelope({ cmd: 'FLY', params: {} })))).toEqual({
      error: 4,
      info: 'cmd',
      errno: 2,
    });
    const known = (cmd: string, more: object) => post(JSON.stringify(envelope({ cmd, params: {}, ...more })));
    expect(await known('DIRLIST', { version: 2 })).toEqual({ errno: 19 });
    expect(await known('LISTNODE', { version: 2 })).toEqual({ error: 19 });
    expect(await known('DIRLIST', { jsonparam: '{}' })).toEqual({ errno: 2 });
    for (const command of [error, errno])
      expect(errorOf(decodeReply(command, JSON.stringify(await post('{'))))).toMatchObject({ code: 20 });
  });

  it.each<ReplyForm>(['error', 'code', 'codeTop', 'errno', 'jsonrpc'])(
    'G-02, G-27: a no in the form %s is read back with its number and its words, where the form has room for words',
    (reply) => {
      const command = defineCommand({ ...ListThings, reply });
      const said = { _tag: 'Refused', family: 'GEN', code: 11, fields: { tries: 2 } };
      const words = reply === 'errno' ? {} : { info: 'taken' };
      expect(errorOf(decodeReply(command, encodeRefusal(reply, 11, 'taken', { tries: 2 })))).toMatchObject({
        ...said,
        ...words,
      });
      const silent = decodeReply(command, encodeRefusal(reply, 11, undefined, { tries: 2 }));
      expect(errorOf(silent)).toMatchObject(said);
      if (reply !== 'jsonrpc') expect(errorOf(silent)).not.toHaveProperty('info');
    },
  );

  it('G-02: a status that is true or false is neither a yes nor a code', () => {
    for (const text of ['{"error":true}', '{"error":false}', '{"errno":false}', '{"code":true}'])
      for (const reply of ['error', 'errno', 'code'] as const)
        expect(errorOf(decodeReply(defineCommand({ ...ListThings, reply }), text))).toMatchObject({
          _tag: 'Malformed',
          at: 'envelope',
        });
    expect(errorOf(decodeReply(ListThings, '{"error":"3"}'))).toMatchObject({ _tag: 'Refused', code: 3 });
  });

  it('a path nobody has is HTTP 404; commands are found by method and path', async () => {
    const { post, router } = setUp();
    expect(await post({}, '/nothing')).toBe(404);
    expect(await post({}, '/things', { method: 'GET' })).toBe(404);
    expect([
      router.hasRoute('POST', '/things'),
      router.hasRoute('POST', `/${TOKEN}`),
      router.hasRoute('POST', '/short'),
    ]).toEqual([true, true, false]);
  });

  it('G-04: the token in the path is the token of the envelope, otherwise 18', async () => {
    const { post } = setUp();
    const share = envelope({ cmd: 'SHARE', params: { path: '/a' } });
    expect(await post(share, `/${TOKEN}`)).toMatchObject({ error: 3 });
    expect(await post(share, `/${'x'.repeat(32)}`)).toEqual({ error: 18 });
    expect(await post({ ...share, token: undefined }, `/${TOKEN}`)).toEqual({ error: 18 });
  });
});
