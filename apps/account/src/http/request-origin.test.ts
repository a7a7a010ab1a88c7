import { describe, expect, it } from 'vitest';
import { isOwnOrigin } from './request-origin.ts';

const ask = (origin: string | undefined, fetchSite?: string, relayed = false) =>
  isOwnOrigin({ host: 'box.lan:6900', origin, fetchSite, isRelayed: relayed });

describe('whose page sends a request that may change something', () => {
  it('the box’s own page, and programs that are no browser', () => {
    expect(ask('http://box.lan:6900', 'same-origin')).toBe(true);
    expect(ask(undefined)).toBe(true);
  });

  it('no other page: another host, another port, an opaque origin, a cross-site fetch', () => {
    for (const origin of [
      'http://evil.example',
      'http://box.lan:80',
      'http://box.lan:6900.evil.example',
      'null',
      'nonsense',
    ])
      expect(ask(origin), origin).toBe(false);
    expect(ask(undefined, 'cross-site')).toBe(false);
    expect(ask('http://box.lan:6900', 'same-site')).toBe(false);
  });

  it('what came through the relay was judged at its door', () => {
    expect(ask('https://relay.example', undefined, true)).toBe(true);
  });
});
