import { left, right } from '@boxwood/command-bus';
import type { BoxAddresses, Setup } from '@boxwood/domain';
import { defer, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { ServingBox } from './serving-box.ts';

const page = {
  origin: 'https://box.example:8443',
  host: 'box.example:8443',
  hostname: 'box.example',
  port: '8443',
  protocol: 'https:',
};
const ways: BoxAddresses = {
  lanIp: '192.168.1.20',
  wanIp: '',
  ipv6: '',
  apiPort: 6900,
  relayUrl: 'http://relay.test/b/1/',
  relay: { host: '', auth: '' },
  online: true,
  boxToken: null,
};
const answering = (account: string): Setup => ({
  state: () => of(right({ needed: 0 as const, boxname: 'Attic', boxid: 'b1', account })),
  run: () => of(right(null)),
});

describe('ServingBox', () => {
  it('reaches its own box at the origin of the page, whatever it is called, and other boxes where they are', async () => {
    const serving = new ServingBox(page, answering(''));
    await serving.identified;
    expect(serving.apiUrlFor('http://192.168.1.20:6900')).toBe('http://192.168.1.20:6900');
    serving.recordAddresses('b1', ways);
    expect(serving.apiUrlFor('http://192.168.1.20:6900')).toBe(page.origin);
    expect(serving.apiUrlFor('http://relay.test/b/1')).toBe(page.origin);
    expect(serving.apiUrlFor('http://box.example:8443')).toBe(page.origin);
    serving.recordAddresses('b2', { ...ways, lanIp: '192.168.1.30' });
    expect(serving.apiUrlFor('http://192.168.1.30:6900')).toBe('http://192.168.1.30:6900');
  });

  it('G-06: a typed address is this box under any of its names, the page of another box, or no address', () => {
    const serving = new ServingBox(page, answering(''));
    expect(serving.resolveTyped(' https://BOX.example:8443/ ')).toEqual({ at: 'here', address: 'box.example:8443' });
    expect(serving.resolveTyped('192.168.1.30')).toEqual({
      at: 'elsewhere',
      origin: 'http://192.168.1.30:6900',
      host: '192.168.1.30:6900',
    });
    expect(serving.resolveTyped('fe80::1')).toMatchObject({ at: 'elsewhere', origin: 'http://[fe80::1]:6900' });
    for (const text of ['javascript:alert(1)', 'evil.example/a', 'a b', 'user@evil.example', 'x?y', 'x#y', '::::'])
      expect(serving.resolveTyped(text), text).toEqual({ at: 'nowhere' });
    const attic = {
      origin: 'https://attic.lan',
      host: 'attic.lan',
      hostname: 'attic.lan',
      port: '',
      protocol: 'https:',
    };
    const plain = new ServingBox(attic, answering(''));
    expect(plain.resolveTyped('attic.lan')).toEqual({ at: 'here', address: 'attic.lan:443' });
    expect(plain.apiUrlFor('http://attic.lan:443')).toBe('https://attic.lan');
  });

  it('gives its own box an address when it reported none', async () => {
    const serving = new ServingBox(page, answering(''));
    await serving.identified;
    expect(serving.recordAddresses('b1', { ...ways, lanIp: '' })).toMatchObject({
      lanIp: 'box.example',
      apiPort: 8443,
    });
  });

  it('finds the account service beside the box, or where the box says', async () => {
    const serving = new ServingBox(page, answering('https://account.example/'));
    expect(serving.accountUrl).toBe('https://box.example:8443/account');
    await serving.identified;
    expect(serving.accountUrl).toBe('https://account.example');
  });

  it('asks the box who it is once, when somebody needs to know, and again where it did not answer', async () => {
    let asked = 0;
    const serving = new ServingBox(page, {
      state: () =>
        defer(() => {
          asked += 1;
          return asked === 1 ? of(left({ _tag: 'Network', cause: null } as const)) : answering('').state();
        }),
    });
    expect(asked).toBe(0);
    expect(await serving.identified).toBe(false);
    expect(await serving.identified).toBe(true);
    expect(await serving.identified).toBe(true);
    expect(asked).toBe(2);
    expect(serving.boxId).toBe('b1');
  });
});
