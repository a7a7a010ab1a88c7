import { describe, expect, it } from 'vitest';
import { publicAddress } from './public-address.ts';

describe('the address a box is seen from', () => {
  it('SDK-A21: is told when it is public, not when the box is next door', () => {
    expect(publicAddress('203.0.113.7')).toBe('203.0.113.7');
    expect(publicAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
    for (const inside of [
      '127.0.0.1',
      '::ffff:127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.20',
      '169.254.1.1',
      '100.64.0.1',
      '::1',
      'fe80::1',
      'local',
      '',
    ])
      expect(publicAddress(inside), inside).toBe('');
    expect(publicAddress('172.32.0.1')).toBe('172.32.0.1');
  });
});
