import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { SHARE_PORT, shareAddress, shareFileAddress, sharePageAddress } from './share-urls.ts';
import { formatBoxLink, parseBoxLink } from './box-link.ts';
import { FamilyShareChange, NewShare, NewShareLink, ShareCode, ShareDays } from './share-model.ts';
import { OpenShare } from './share-commands.ts';

const payload = fc.record({
  fileID: fc.string({ unit: 'grapheme' }),
  boxJID: fc.string(),
  stime: fc.maxSafeNat(),
  ctime: fc.maxSafeNat(),
  mtime: fc.maxSafeNat(),
  owner: fc.string(),
  shareTime: fc.integer(),
  size: fc.maxSafeNat(),
  path: fc.string({ unit: 'grapheme' }),
  type: fc.integer(),
  name: fc.string({ unit: 'grapheme' }),
});

describe('box links', () => {
  it('SDK-E24, SHARE-10: what is written can be read again, in every script', () => {
    fc.assert(
      fc.property(fc.array(payload, { minLength: 1, maxLength: 20 }), (payloads) => {
        const text = formatBoxLink({ payloads, tag: '0123456789abcdef' });
        expect(text).toMatch(/^boxshare:\/\/[A-Za-z0-9_-]+\.[0-9a-f]{16}$/);
        expect(parseBoxLink(` ${text}\n`)).toEqual({ _tag: 'Right', right: { payloads, tag: '0123456789abcdef' } });
      }),
    );
  });

  it('SHARE-11: whatever does not decode is unreadable, never a throw', () => {
    const unreadable = { _tag: 'Left', left: 'unreadable' };
    for (const text of [
      '',
      'boxshare://',
      'boxshare://W10.0123456789abcdef',
      'boxshare://%%.0123456789abcdef',
      'http://x/s/1',
    ])
      expect(parseBoxLink(text), text).toEqual(unreadable);
    const lone = formatBoxLink({ payloads: [], tag: '0123456789abcdef' }).replace('W10', '_____w');
    expect(parseBoxLink(lone)).toEqual(unreadable);
    fc.assert(
      fc.property(fc.string(), fc.base64String(), (any, base64) => {
        expect(parseBoxLink(any)).toEqual(unreadable);
        expect(parseBoxLink(`boxshare://${base64}.0123456789abcdef`)).toEqual(unreadable);
      }),
    );
  });
});

describe('what a share may ask for', () => {
  const link = { path: '/mnt/usb1/ann', names: ['a'], days: 3, code: '0000' };
  const names = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`);

  it('SDK-E35, SHARE-02, VALID-44: 20 files pass, 21 and none fail', () => {
    expect([0, 1, 20, 21].map((count) => NewShareLink.is({ ...link, names: names(count) }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('SHARE-03, VALID-45: 1 and 255 days pass, 0 and 256 fail', () => {
    expect([0, 1, 255, 256, 1.5].map((days) => ShareDays.is(days))).toEqual([false, true, true, false, false]);
  });

  it('SHARE-04, VALID-46: the code is exactly four digits', () => {
    expect(['0000', '1234', '', '123', '12345', '12a4', ' 123', '１２３４'].map((code) => ShareCode.is(code))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(OpenShare.params.is({ id: 'Ab12Cd34Ef56Gh78', code: '' })).toBe(true);
    expect(OpenShare.params.is({ id: 'Ab12Cd34Ef56Gh7', code: '' })).toBe(false);
  });

  it('SDK-B60: count is the number of files', () => {
    const share = { type: 2, user: 'ann', count: 2, path: '/a', files: ['x', 'y'] };
    expect([NewShare.is(share), NewShare.is({ ...share, count: 1 }), NewShare.is({ ...share, type: 4 })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('SHARE-14: a permission is rw or none', () => {
    const share = { id: '', name: 'n', path: '/a', users: [{ user: 'bob', perm: 'rw' }] };
    expect(FamilyShareChange.is(share)).toBe(true);
    expect(FamilyShareChange.is({ ...share, users: [{ user: 'bob', perm: 'r' }] })).toBe(false);
  });

  it('SHARE-08: addresses are handed out as https', () => {
    expect(shareAddress({ url: 'http://box.example/s/1?u=http://x' })).toBe('https://box.example/s/1?u=http://x');
    expect(shareAddress({ url: 'HTTPS://box.example' })).toBe('HTTPS://box.example');
    expect(shareAddress({ url: 'http://box.lan/s/1', plain: 0 })).toBe('https://box.lan/s/1');
    expect(shareAddress({ url: 'http://box.lan/s/1', plain: 1 })).toBe('http://box.lan/s/1');
  });

  it('SDK-B119: the share entrance listens on 20223; a shared file has an address with ticket and path', () => {
    expect(SHARE_PORT).toBe(20_223);
    expect(sharePageAddress('https://b', 'a/b')).toBe('https://b/s/a%2Fb');
    expect(shareFileAddress('https://b', { id: 'i', index: 2, ticket: 't&', path: 'x y' })).toBe(
      'https://b/s/i/f/2?ticket=t%26&path=x%20y',
    );
    const odd = { id: 'i', index: 0, ticket: 't', path: 'a&b+c/\uDCFF\uD800' };
    expect(shareFileAddress('', odd)).toBe('/s/i/f/0?ticket=t&path=a%26b%2Bc%2F%FF%EF%BF%BD');
  });
});
