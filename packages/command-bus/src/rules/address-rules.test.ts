import { property, assert, ipV4, ipV6, nat, domain, webUrl, integer } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isAddressEntry,
  isCidr,
  isDomain,
  isHost,
  isIPv4,
  isIPv4Range,
  isIPv6,
  isUrl,
  parseIPv4,
  parseIPv6,
} from './address-rules.ts';

describe('addresses', () => {
  it('VALID-100: every IPv4 address passes, anything near it fails', () => {
    assert(property(ipV4(), (text) => isIPv4(text)));
    for (const text of [
      '',
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '1.2.3.-4',
      '01.2.3.4',
      ' 1.2.3.4',
      '1.2.3.4 ',
      '1..3.4',
      'a.b.c.d',
    ])
      expect(isIPv4(text), text).toBe(false);
  });

  it('VALID-100: the value of an address is its 32 bits', () => {
    assert(
      property(integer({ min: 0, max: 0xffffffff }), (value) => {
        const text = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
        expect(parseIPv4(text)).toBe(value);
      }),
    );
  });

  it('VALID-101: IPv4 and IPv6 networks pass, wrong prefixes fail', () => {
    assert(property(ipV4(), integer({ min: 0, max: 32 }), (ip, n) => isCidr(`${ip}/${n}`)));
    assert(property(ipV6(), integer({ min: 0, max: 128 }), (ip, n) => isCidr(`${ip}/${n}`)));
    for (const text of [
      '10.0.0.0',
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/08',
      '10.0.0.0/',
      '10.0.0/8',
      '::/129',
      '/8',
      '10.0.0.0/8/8',
    ])
      expect(isCidr(text), text).toBe(false);
  });

  it('VALID-102: IPv6 addresses in all text forms pass, others fail', () => {
    assert(property(ipV6(), (text) => isIPv6(text)));
    for (const text of ['::', '::1', 'fe80::1', '2001:db8::', '::ffff:10.0.0.1', '1:2:3:4:5:6:7:8'])
      expect(isIPv6(text), text).toBe(true);
    for (const text of [
      '',
      ':',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '12345::',
      'g::',
      '1.2.3.4',
      'fe80::1%eth0',
      '1:2:3:4:5:6:7::8',
      '::10.0.0.1:1',
    ])
      expect(isIPv6(text), text).toBe(false);
    expect(parseIPv6('1::')).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
    expect(parseIPv6('::1.2.3.4')).toEqual([0, 0, 0, 0, 0, 0, 0x102, 0x304]);
  });

  it('VALID-103: web addresses pass; other schemes, spaces and missing hosts fail', () => {
    assert(
      property(webUrl({ validSchemes: ['http', 'https', 'ftp'], withQueryParameters: true }), (text) => isUrl(text)),
    );
    for (const text of ['http://box.lan:6900/a?b=1', 'https://[::1]:80/', 'http://box', 'HTTP://EXAMPLE.COM'])
      expect(isUrl(text), text).toBe(true);
    for (const text of [
      '',
      'example.com',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'http://',
      'http:///x',
      'http://a b.com',
      'https://256.0.0.1/',
      '//a.b/',
      'http://exa mple',
    ])
      expect(isUrl(text), text).toBe(false);
  });

  it('VALID-104: domain names of two or more labels pass, others fail', () => {
    assert(property(domain(), (text) => isDomain(text)));
    for (const text of [
      '',
      'localhost',
      '-a.com',
      'a-.com',
      'a..com',
      '.com',
      'a.com.',
      '1.2.3.4',
      'a_b.com',
      `${'a'.repeat(64)}.com`,
      `${'a.'.repeat(127)}com`,
    ])
      expect(isDomain(text), text).toBe(false);
    expect(isDomain(`${'a'.repeat(63)}.com`)).toBe(true);
  });

  it('takes a LAN host name as a host, but not a number', () => {
    for (const text of ['box', 'box.lan', '10.0.0.1', '::1']) expect(isHost(text), text).toBe(true);
    for (const text of ['12', 'a b', '', 'box:80']) expect(isHost(text), text).toBe(false);
  });

  it('G-42: a range runs forward and an entry is an address, a network or a range', () => {
    assert(
      property(nat({ max: 0xffffff }), nat({ max: 0xffffff }), (a, b) => {
        const dotted = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
        expect(isIPv4Range(`${dotted(a)}-${dotted(b)}`)).toBe(a <= b);
      }),
    );
    for (const text of ['10.0.0.1-10.0.0.9', '10.0.0.0/8', 'fe80::/10', '::1', '10.0.0.1'])
      expect(isAddressEntry(text), text).toBe(true);
    for (const text of ['*', '', '10.0.0.1-', '10.0.0.1-10.0.0.2-10.0.0.3', 'box.lan', '::1-::2'])
      expect(isAddressEntry(text), text).toBe(false);
  });
});
