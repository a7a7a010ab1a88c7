import { describe, expect, it } from 'vitest';
import { listInterfaces, parseGateways, parseNameServers } from './network-interfaces.ts';

describe('network of the machine', () => {
  it('reads the default gateway from its little-endian form', () => {
    const route = 'Iface\tDestination\tGateway\neth0\t00000000\t0101A8C0\t0003\neth0\t0001A8C0\t00000000\t0001\n';
    expect(parseGateways(route)).toEqual(new Map([['eth0', '192.168.1.1']]));
  });

  it('reads name servers and skips comments', () => {
    expect(parseNameServers('# nameserver 9.9.9.9\nnameserver 192.168.1.1\n nameserver fe80::1\n')).toEqual([
      '192.168.1.1',
      'fe80::1',
    ]);
  });

  it('never lists the loopback', async () => {
    expect((await listInterfaces()).map((entry) => entry.dev)).not.toContain('lo');
  });
});
