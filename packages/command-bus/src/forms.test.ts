import { describe, expect, it, vi } from 'vitest';
import { list, nothing, refine, str, struct } from './codecs/index.ts';
import type { Access, ParamForm } from './command.ts';
import { defineCommand } from './command.ts';
import { encodeRequest } from './envelope.ts';
import { globalTimers } from './middleware.ts';
import { createRouter, Refusal } from './router.ts';
import { ann, TOKEN } from './test-kit.ts';

const command = <const N extends string, const F extends ParamForm>(
  name: N,
  form: F,
  cmd: string | null,
  access: Access = 'user',
) =>
  defineCommand({
    name,
    form,
    cmd,
    access,
    method: form === 'query' ? 'GET' : 'POST',
    path: `/${form}`,
    reply: 'code',
    errors: 'ACC',
    refusals: [],
    idempotent: true,
    params: struct({}, { text: str, method: str }),
    result: struct({ heard: str }),
  });
const file = refine('file', (u): u is Blob => u instanceof Blob);
const Send = defineCommand({
  name: 'Send',
  form: 'multipart',
  cmd: null,
  access: 'user',
  method: 'POST',
  path: '/send',
  reply: 'code',
  errors: 'ACC',
  refusals: [],
  idempotent: true,
  params: struct({ note: str }, { files: list(file) }),
  result: nothing,
});
const Ask = command('Ask', 'query', 'ask');
const Tell = command('Tell', 'query', 'tell');
const Say = command('Say', 'body', null);
const Hello = command('Hello', 'body', null, 'public');

describe('forms of a request, as they are written', () => {
  it('SDK-005: who calls stands in the headers, and in those of a public call only what calls', () => {
    const headersOf = (spec: typeof Say | typeof Hello) => {
      const encoded = encodeRequest(spec, { text: 'a' }, ann);
      return encoded._tag === 'Right' ? encoded.right.headers : encoded.left;
    };
    expect(headersOf(Say)).toEqual({
      'content-type': 'application/json',
      devtype: 'web',
      userName: ann.username,
      token: TOKEN,
    });
    expect(headersOf(Hello)).toEqual({ 'content-type': 'application/json', devtype: 'web' });
  });
});

describe('forms of a request, as they are read', () => {
  const heard: unknown[] = [];
  const said =
    (name: string) =>
    (params: unknown): { readonly heard: string } => {
      heard.push(params);
      return { heard: name };
    };
  const router = createRouter({
    commands: { asked: { ask: Ask, tell: Tell }, said: { say: Say, send: Send } },
    handlers: {
      asked: { ask: said('ask'), tell: said('tell') },
      said: { say: said('say'), send: said('send') },
    },
    context: (call) => call,
    onFault: (fault) => heard.push(fault),
  });
  const call = async (method: string, path: string, more: object = {}): Promise<unknown> => {
    const request = { method, path, query: new URLSearchParams(), headers: {}, body: '', remote: '127.0.0.1', ...more };
    const reply = await router.handle(request);
    return JSON.parse(reply.body);
  };

  it('commands at one address are told apart by the word in the query, which is no parameter', async () => {
    const query = (text: string) => ({ query: new URLSearchParams(text) });
    expect(await call('GET', '/query', query('method=tell&text=x'))).toEqual({ code: 200, data: { heard: 'tell' } });
    expect(await call('GET', '/query', query('method=ask'))).toEqual({ code: 200, data: { heard: 'ask' } });
    expect(await call('GET', '/query', query('method=shout'))).toMatchObject({ code: 2004 });
    expect(await call('GET', '/query')).toMatchObject({ code: 2004 });
    expect(heard.splice(0)).toEqual([{ text: 'x' }, {}]);
  });

  it('a form is read by its fields: one value where one is asked for, a list where there may be more', async () => {
    const blob = new Blob(['x']);
    expect(await call('POST', '/send', { form: { note: 'n', files: [blob] } })).toMatchObject({ code: 200 });
    expect(await call('POST', '/send', { form: { note: ['m'] } })).toMatchObject({ code: 200 });
    expect(heard.splice(0)).toEqual([{ note: 'n', files: [blob] }, { note: 'm' }]);
    expect(await call('POST', '/send')).toMatchObject({ code: 2004 });
  });

  it('a refusal keeps its number in this form', async () => {
    const refusing = createRouter({
      commands: { said: { say: Say } },
      handlers: {
        said: {
          say: () => {
            throw new Refusal(1009);
          },
        },
      },
      context: (one) => one,
      onFault: () => undefined,
    });
    const request = { method: 'POST', path: '/body', query: new URLSearchParams(), headers: {}, remote: '' };
    expect(JSON.parse((await refusing.handle({ ...request, body: '{}' })).body)).toEqual({ code: 1009 });
  });
});

it('a timer that is cancelled never runs', () => {
  vi.useFakeTimers();
  try {
    let ran = 0;
    const cancel = globalTimers.set(() => (ran += 1), 5);
    globalTimers.set(() => (ran += 10), 5);
    cancel();
    vi.advanceTimersByTime(10);
    expect(ran).toBe(10);
  } finally {
    vi.useRealTimers();
  }
});
