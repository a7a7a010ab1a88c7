import { describe, expect, it } from 'vitest';
import { createOneReplyClient, createReplyClient } from '../testing/reply-client.ts';
import { boxShares, newShareCode } from './share-links.ts';
import type { Result } from '../outcome.ts';

const NOW = 1_760_000_000_000;
const createShares = (reply: Readonly<Record<string, unknown>>) => {
  const { client, requests } = createOneReplyClient(reply);
  return { shares: boxShares(client, 'ann', { now: () => NOW }), requests: requests };
};
const linkRequest = { path: '/mnt/usb1/ann', names: ['a.txt'], days: 3, code: '0000' };
const first = <A>(outcome: { subscribe(next: (result: Result<A>) => void): unknown }): Promise<Result<A>> =>
  new Promise((resolve) => {
    outcome.subscribe(resolve);
  });

describe('shares by link', () => {
  it('SHARE-07 SHARE-08: path, names, days and code are sent; the address is https', async () => {
    const { shares, requests: requests } = createShares({
      url: 'http://box.example/s/Ab12Cd34Ef56Gh78',
      id: 'Ab12Cd34Ef56Gh78',
      etime: 9,
    });
    expect(await first(shares.link(linkRequest))).toEqual({
      _tag: 'Right',
      right: {
        id: 'Ab12Cd34Ef56Gh78',
        ends: 9,
        address: 'https://box.example/s/Ab12Cd34Ef56Gh78',
        encrypted: true,
        isNew: false,
      },
    });
    expect(requests).toMatchObject([{ cmd: 'SHAREURL', params: linkRequest }]);
  });

  it('a box that is reached without TLS says so, and its address is left as it is', async () => {
    const { shares } = createShares({ url: 'http://box.lan/s/x', id: 'x', etime: 9, plain: 1 });
    expect(await first(shares.link(linkRequest))).toMatchObject({
      right: { address: 'http://box.lan/s/x', encrypted: false },
    });
  });

  it('a share that another takes the place of ends first, also when it has ended already', async () => {
    const made = { url: 'http://box.example/s/x', id: 'x', etime: 9, known: 0 };
    for (const error of [0, 11]) {
      const { client, requests } = createReplyClient((cmd) => (cmd === 'SHAREDEL' ? { error } : made));
      const shares = boxShares(client, 'ann', { now: () => NOW });
      expect(await first(shares.link(linkRequest, 'old'))).toMatchObject({ right: { id: 'x', isNew: true } });
      expect(requests.map(({ cmd }) => cmd)).toEqual(['SHAREDEL', 'SHAREURL']);
    }
    const { client, requests } = createReplyClient((cmd) => (cmd === 'SHAREDEL' ? { error: 3 } : made));
    expect(await first(boxShares(client, 'ann', { now: () => NOW }).link(linkRequest, 'old'))).toMatchObject({
      left: { _tag: 'Refused', code: 3 },
    });
    expect(requests).toHaveLength(1);
  });

  it('a box that answers the address alone (SDK-B63) has made a link, which ends so many days from now', async () => {
    const { shares } = createShares({ url: 'http://box.example/s/x' });
    expect(await first(shares.link(linkRequest))).toMatchObject({
      _tag: 'Right',
      right: { id: '', ends: NOW / 1000 + 3 * 86_400 },
    });
  });

  it('SHARE-02 SHARE-03 SHARE-05 VALID-44 VALID-45: what the rules refuse is not sent', async () => {
    const { shares, requests: requests } = createShares({});
    const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`);
    for (const [change, word] of [
      [{ names: names(21) }, 'share.tooMany'],
      [{ names: [] }, 'share.nothing'],
      [{ days: 0 }, 'share.days'],
      [{ days: 256 }, 'share.days'],
      [{ days: null }, 'share.days'],
      [{ code: '' }, 'share.code'],
      [{ code: '12a4' }, 'share.code'],
    ] as const)
      expect(await first(shares.link({ ...linkRequest, ...change }))).toMatchObject({
        _tag: 'Left',
        left: { messageKey: word },
      });
    expect(requests).toEqual([]);
  });

  it('SHARE-18: the list has links only, with no code where there is none', async () => {
    const record = {
      id: 'i',
      type: 1,
      path: '/mnt/usb1/ann',
      files: ['a.txt'],
      url: 'https://b/s/i',
      code: '0000',
      days: 3,
      ctime: 1,
      etime: 2,
      visits: 5,
    };
    const { shares, requests: requests } = createShares({
      total: 3,
      list: [record, { ...record, code: '0420' }, { ...record, type: 2 }],
    });
    const result = await first(shares.list(2));
    expect(result).toMatchObject({
      right: { total: 3, list: [{ code: null, visits: 5, address: 'https://b/s/i' }, { code: '0420' }] },
    });
    expect(requests).toMatchObject([{ cmd: 'SHARELIST', params: { user: 'ann', page: 2, count: 50 } }]);
  });

  it('SDK-B62: several shares are ended one after the other', async () => {
    const { shares, requests: requests } = createShares({});
    expect(await first(shares.end(['a', 'b']))).toEqual({ _tag: 'Right', right: null });
    expect(requests).toMatchObject([
      { cmd: 'SHAREDEL', params: { id: 'a' } },
      { cmd: 'SHAREDEL', params: { id: 'b' } },
    ]);
  });

  it('SHARE-04: a new code has four digits and is never the one for none', () => {
    const numbers = [0, 10_000, 42, 4_294_967_295];
    const next = () =>
      newShareCode((fill) => {
        fill[0] = numbers.shift() ?? 7;
      });
    expect([next(), next(), next()]).toEqual(['0042', '7295', '0007']);
  });
});
