import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isPublic } from './public-addresses.ts';

describe('addresses that a download may reach', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:192.168.1.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001::1',
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
  ])('%s is closed', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '172.15.0.1',
    '172.32.0.1',
    '193.0.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('%s is open', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  it('an address of a network that the box stands in is closed, however global it looks, and its own is', () => {
    const home = {
      lo: [
        { address: '127.0.0.1', cidr: '127.0.0.1/8' },
        { address: '::1', cidr: '::1/128' },
      ],
      eth0: [
        { address: '198.0.0.7', cidr: '198.0.0.7/24' },
        { address: '2a02:810d:1:2:3::7', cidr: '2a02:810d:1:2:3::7/64' },
        { address: 'fe80::1%eth0', cidr: 'fe80::1/64' },
      ],
      wg0: [{ address: '2a01:4f8:aa:bb::1', cidr: '2a01:4f8:aa:bb::1/128' }],
      tun0: [
        { address: '2a03:2880::5', cidr: null },
        { address: '198.0.2.9', cidr: null },
      ],
      gone: undefined,
    };
    for (const own of [
      '198.0.0.7',
      '198.0.0.1',
      '2a02:810d:1:2:3::7',
      '2a02:810d:1:2::1',
      '2a02:810d:1:ff::9',
      '2a01:4f8:aa:bb::1',
      '2a01:4f8:aa:b0::2',
      '2a03:2880::5',
      '::ffff:198.0.0.9',
      '198.0.2.9',
    ])
      expect(isPublic(own, home), own).toBe(false);
    for (const other of [
      '198.0.1.1',
      '198.0.2.8',
      '2a02:810d:1:100::1',
      '2a02:810d:2::1',
      '2a01:4f8:aa:1bb::1',
      '1.1.1.1',
    ])
      expect(isPublic(other, home), other).toBe(true);
    // Addresses of this machine, whatever they are.
    for (const { address } of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
      expect(isPublic(address), address).toBe(false);
  });
});
