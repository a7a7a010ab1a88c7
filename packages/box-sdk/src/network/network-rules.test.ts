import { describe, expect, it } from 'vitest';
import {
  checkBoxAddress,
  checkFixedAddresses,
  checkRemotePort,
  checkRemoteWhitelist,
  checkWifiCount,
  checkWifiPassword,
  whitelistScope,
} from './network-rules.ts';

describe('network', () => {
  it('VALID-57 NET-04: 20 wireless networks, the 21st fails; replacing one does not count', () => {
    const stored = (n: number) => Array.from({ length: n }, (_, i) => `net${i}`);
    expect(checkWifiCount(stored(19), 'new').ok).toBe(true);
    expect(checkWifiCount(stored(20), 'new')).toEqual({ ok: false, issue: 'network.wifiFull', max: 20 });
    expect(checkWifiCount(stored(20), 'net3').ok).toBe(true);
  });

  it('VALID-58 LOGIN-10: the address of the box', () => {
    expect(checkBoxAddress('')).toEqual({ ok: false, issue: 'network.boxAddressRequired' });
    for (const text of ['192.168.1.20', '192.168.1.20:6900', 'box.lan', 'box', '[fe80::1]', '[fe80::1]:6900'])
      expect(checkBoxAddress(text).ok, text).toBe(true);
    for (const text of ['192.168.1.300', 'a b', '1.2.3.4:', '1.2.3.4:0', '1.2.3.4:65536', 'http://box', '12'])
      expect(checkBoxAddress(text), text).toEqual({ ok: false, issue: 'network.boxAddressFormat' });
  });

  it('VALID-59 NET-01 CONST-35: 9999 fails, 10000 and 20000 pass, 20001 fails', () => {
    expect([9999, 10000, 20000, 20001, 10000.5].map((p) => checkRemotePort(p).ok)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it('VALID-60 NET-02: 5 entries pass, 6 fail', () => {
    const entries = (n: number) => Array.from({ length: n }, (_, i) => `10.0.0.${i}`);
    expect(checkRemoteWhitelist(entries(5)).ok).toBe(true);
    expect(checkRemoteWhitelist(entries(6))).toEqual({ ok: false, issue: 'whitelist.tooMany', max: 5 });
  });

  it('VALID-61 NET-03: addresses, ranges and *; an empty list is accepted and blocks all', () => {
    for (const entry of ['10.0.0.1', '10.0.0.0/8', '10.0.0.1-10.0.0.9', 'fe80::1', '*'])
      expect(checkRemoteWhitelist([entry]).ok, entry).toBe(true);
    for (const entry of ['10.0.0', 'box.lan', '**', '', '10.0.0.9-10.0.0.1'])
      expect(checkRemoteWhitelist([entry]).ok, entry).toBe(false);
    expect(checkRemoteWhitelist([]).ok).toBe(true);
    expect([whitelistScope([]), whitelistScope(['*', '10.0.0.1']), whitelistScope(['10.0.0.1'])]).toEqual([
      'nobody',
      'everybody',
      'listed',
    ]);
  });

  it('checks wireless passwords by their protection', () => {
    expect(checkWifiPassword('open', '').ok).toBe(true);
    expect(checkWifiPassword('open', 'x').ok).toBe(false);
    expect([7, 8, 63, 64].map((n) => checkWifiPassword('wpa2', 'x'.repeat(n)).ok)).toEqual([false, true, true, false]);
  });

  it('G-41: fixed addresses belong together', () => {
    const fixed = { ip: '192.168.1.20', mask: '255.255.255.0', gateway: '192.168.1.1', dns1: '223.5.5.5', dns2: '' };
    expect(checkFixedAddresses(fixed).ok).toBe(true);
    expect(checkFixedAddresses({ ...fixed, gateway: '' }).ok).toBe(true);
    expect(checkFixedAddresses({ ...fixed, ip: '1.2.3' })).toEqual({ ok: false, issue: 'network.ip', field: 'ip' });
    expect(checkFixedAddresses({ ...fixed, dns1: 'x' })).toEqual({ ok: false, issue: 'network.ip', field: 'dns1' });
    for (const mask of ['255.0.255.0', '0.0.0.0', '255.255.255.256', ''])
      expect(checkFixedAddresses({ ...fixed, mask }), mask).toEqual({ ok: false, issue: 'network.mask' });
    for (const mask of ['128.0.0.0', '255.255.255.255', '255.255.254.0'])
      expect(checkFixedAddresses({ ...fixed, mask, gateway: '' }).ok, mask).toBe(true);
    expect(checkFixedAddresses({ ...fixed, gateway: '192.168.2.1' })).toEqual({
      ok: false,
      issue: 'network.gatewayOutside',
    });
  });
});
