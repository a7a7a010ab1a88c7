import { TIMERS } from '../time/timers.ts';
import { createClient, fetchTransport } from '@boxwood/command-bus';
import nock from 'nock';
import { firstValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { messagesPort } from '../messages/sdk-port.ts';
import { protectedAreaPort } from '../safe/sdk-port.ts';
import { findExistingNames } from './sdk-port.ts';

const BASE = 'http://box.test';
const box = createClient({
  baseUrl: BASE,
  transport: fetchTransport(),
  identity: () => ({ username: 'ann', token: '0123456789abcdefghijABCDEFGHIJ01' }),
});
const item = (n: string) => ({ n, t: 3, k: n, m: 1_760_000_000, s: 1 });

describe('which names are taken in a folder', () => {
  it('UPLOAD-25: asks page after page until every name is decided', async () => {
    const first = Array.from({ length: 500 }, (_, index) => item(`${index}.jpg`));
    const asked: string[] = [];
    nock(BASE)
      .post('/fsnotify', (body: { readonly jsonparam: string }) => asked.push(body.jsonparam) > 0)
      .reply(200, { error: 0, sum: 501, file_list: first })
      .post('/fsnotify', (body: { readonly jsonparam: string }) => asked.push(body.jsonparam) > 0)
      .reply(200, { error: 0, sum: 501, file_list: [item('last.jpg')] });
    const result = await firstValueFrom(findExistingNames(box, '/mnt/usb1/ann', ['7.jpg', 'last.jpg', 'new.jpg']));
    expect(result).toEqual({ _tag: 'Right', right: new Set(['7.jpg', 'last.jpg']) });
    expect(asked.map((text) => text.includes('"baseinfo":{"n":"499.jpg"'))).toEqual([false, true]);
  });

  it('UPLOAD-25: nothing is taken in a folder that is gone; another refusal stays one', async () => {
    nock(BASE).post('/fsnotify').reply(200, { error: 6 });
    expect(await firstValueFrom(findExistingNames(box, '/mnt/usb1/ann/gone', ['a']))).toEqual({
      _tag: 'Right',
      right: new Set(),
    });
    nock(BASE).post('/fsnotify').reply(200, { error: 15 });
    expect(await firstValueFrom(findExistingNames(box, '/mnt/usb1/bob', ['a']))).toMatchObject({
      _tag: 'Left',
      left: { _tag: 'Refused', code: 15 },
    });
  });
});

describe('messages', () => {
  it('STATE-28: a page holds 100, and the unread count is asked for every 60 s', async () => {
    nock(BASE)
      .get('/user/userMessages')
      .query({ type: '3', pageNo: '2', pageSize: '100' })
      .reply(200, {
        code: 200,
        data: { datas: [], total: 100, pageNow: 2, pageSum: 1, limit: 100 },
      });
    const page = await firstValueFrom(messagesPort(box).page(3, 2));
    expect(page).toEqual({ _tag: 'Right', right: { messages: [], total: 100, pageNow: 2, pageSum: 1 } });
    expect(TIMERS.messages).toBe(60_000);
  });
});

describe('safe and private files', () => {
  it.each(['safe', 'private'] as const)(
    '%s: at a box without a field for it a yes is a password that is set, and 10 is none',
    async (area) => {
      const told = async (reply: object): Promise<unknown> => {
        nock(BASE).post('/eshell').reply(200, reply);
        return firstValueFrom(protectedAreaPort(box, area, 'ann').status());
      };
      expect(await told({ error: 0 })).toEqual({ _tag: 'Right', right: { set: true, locked: 0 } });
      expect(await told({ error: 10 })).toEqual({ _tag: 'Right', right: { set: false, locked: 0 } });
      expect(await told({ error: 0, set: 0 })).toEqual({ _tag: 'Right', right: { set: false, locked: 0 } });
      expect(await told({ error: 3 })).toMatchObject({ _tag: 'Left', left: { _tag: 'Refused', code: 3 } });
    },
  );
});
