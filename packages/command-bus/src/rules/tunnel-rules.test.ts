import { array, assert, constantFrom, integer, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkMapping, checkPort, checkWhitelist } from './port-rules.ts';
import {
  checkDomainHost,
  checkExchangeCode,
  checkMappings,
  checkPortRemark,
  checkPublicPort,
  checkPublicPorts,
  checkTrial,
  checkTunnelWhitelist,
  domainSlot,
  TUNNEL,
  checkTunnelAction,
  TUNNEL_STATES,
  tunnelActions,
  tunnelStateAfter,
} from './tunnel-rules.ts';

describe('tunnels and domains', () => {
  it('VALID-65 CONST-36: public ports are integers from 10000 to 50000', () => {
    expect([9999, 10000, 50000, 50001, 10000.5, Number.NaN].map((p) => checkPublicPort(p).ok)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(checkPublicPort(9999)).toEqual({ ok: false, issue: 'ports.outside', port: 9999, min: 10000, max: 50000 });
  });

  it('VALID-66: duplicates fail', () => {
    expect(checkPublicPorts([10001, 10002, 10001], 9)).toEqual({ ok: false, issue: 'ports.repeated', port: 10001 });
    assert(
      property(
        uniqueArray(integer({ min: 10000, max: 50000 }), { minLength: 1, maxLength: 20 }),
        (ports) => checkPublicPorts(ports, 20).ok,
      ),
    );
  });

  it('VALID-67: an empty list fails', () => {
    expect(checkPublicPorts([], 5)).toEqual({ ok: false, issue: 'ports.none' });
  });

  it('VALID-68: more than the maximum of the plan fail', () => {
    expect(checkPublicPorts([10001, 10002], 2).ok).toBe(true);
    expect(checkPublicPorts([10001, 10002, 10003], 2)).toEqual({ ok: false, issue: 'ports.tooMany', max: 2 });
    expect(checkMappings([{ from: 10001, fromEnd: 10003, to: 1, toEnd: 3 }], 2)).toMatchObject({
      issue: 'ports.tooMany',
    });
  });

  it('VALID-69: whitelist: invalid, duplicate, empty and everybody fail', () => {
    expect(checkTunnelWhitelist(['10.0.0.1', '10.0.0.0/8', 'fe80::1']).ok).toBe(true);
    expect(checkTunnelWhitelist(['10.0.0.256'])).toEqual({ ok: false, issue: 'whitelist.format', entry: '10.0.0.256' });
    expect(checkTunnelWhitelist(['FE80::1', 'fe80::1'])).toEqual({
      ok: false,
      issue: 'whitelist.repeated',
      entry: 'fe80::1',
    });
    expect(checkTunnelWhitelist([])).toEqual({ ok: false, issue: 'whitelist.empty' });
    expect(checkTunnelWhitelist(['*'])).toMatchObject({ issue: 'whitelist.format' });
  });

  it('CONST-37 NAT-16: a whitelist has at most 5 entries unless the plan says otherwise', () => {
    const entries = (n: number) => Array.from({ length: n }, (_, i) => `10.0.0.${i}`);
    expect(checkTunnelWhitelist(entries(5)).ok).toBe(true);
    expect(checkTunnelWhitelist(entries(6))).toEqual({ ok: false, issue: 'whitelist.tooMany', max: 5 });
    expect(checkTunnelWhitelist(entries(6), 8).ok).toBe(true);
  });

  it('VALID-70: a remark has at most 6 characters', () => {
    expect(['', 'abcdef', '备注备注备注', 'abcdefg'].map((t) => checkPortRemark(t).ok)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('VALID-71 CONST-44: a code has exactly 8 letters, digits or hyphens', () => {
    assert(
      property(
        array(constantFrom(...Array.from('aZ09-')), { minLength: 8, maxLength: 8 }),
        (c) => checkExchangeCode(c.join('')).ok,
      ),
    );
    for (const text of ['', 'abcdefg', 'abcdefghi', 'abcd_fgh', 'abcd efg', 'abcdefg\n'])
      expect(checkExchangeCode(text).ok, text).toBe(false);
    expect(TUNNEL.exchangeCodeLength).toBe(8);
  });

  it('VALID-72: host: 6 to 16 lowercase letters or digits', () => {
    expect([5, 6, 16, 17].map((n) => checkDomainHost('a'.repeat(n)).ok)).toEqual([false, true, true, false]);
    for (const text of ['Abcdef', 'abc-def', 'abc.def', 'abcde中'])
      expect(checkDomainHost(text), text).toMatchObject({ issue: 'domain.hostFormat' });
  });

  it('VALID-73: a host does not start with nat', () => {
    expect(checkDomainHost('natural')).toEqual({ ok: false, issue: 'domain.hostNat' });
    expect(checkDomainHost('signat1').ok).toBe(true);
  });

  it('VALID-74: a range does not run backwards', () => {
    expect(checkMapping({ from: 10002, fromEnd: 10001, to: 1, toEnd: 2 })).toEqual({
      ok: false,
      issue: 'ports.backwards',
    });
    expect(checkMapping({ from: 10001, fromEnd: 10002, to: 2, toEnd: 1 })).toEqual({
      ok: false,
      issue: 'ports.backwards',
    });
    expect(checkMapping({ from: 10001, fromEnd: 10001, to: 80 }).ok).toBe(true);
  });

  it('VALID-75: both sides map the same number of ports', () => {
    assert(
      property(integer({ min: 0, max: 100 }), integer({ min: 0, max: 100 }), (a, b) => {
        expect(checkMapping({ from: 10000, fromEnd: 10000 + a, to: 80, toEnd: 80 + b }).ok).toBe(a === b);
      }),
    );
    expect(checkMapping({ from: 10000, fromEnd: 10001, to: 80 })).toEqual({ ok: false, issue: 'ports.countsDiffer' });
    expect(checkMapping({ from: 10000, to: 0 })).toMatchObject({ issue: 'ports.outside', port: 0 });
    expect(checkMapping({ from: 10000, fromEnd: 70000, to: 80 })).toMatchObject({
      issue: 'ports.outside',
      port: 70000,
    });
  });

  it('NAT-05 NAT-11: mappings of a product do not overlap', () => {
    expect(
      checkMappings(
        [
          { from: 10000, fromEnd: 10005, to: 1, toEnd: 6 },
          { from: 10005, to: 22 },
        ],
        20,
      ),
    ).toEqual({
      ok: false,
      issue: 'ports.repeated',
      port: 10005,
    });
    expect(
      checkMappings(
        [
          { from: 10000, to: 22 },
          { from: 9, to: 22 },
        ],
        20,
      ),
    ).toMatchObject({ issue: 'ports.outside' });
    expect(checkMappings([{ from: 10000, fromEnd: 10001, to: 22 }], 20)).toMatchObject({ issue: 'ports.countsDiffer' });
    expect(
      checkMappings(
        [
          { from: 10000, to: 22 },
          { from: 10001, to: 22 },
        ],
        20,
      ).ok,
    ).toBe(true);
  });

  it('NAT-12 ROLE-06: an ordinary user gets no trial', () => {
    expect(checkTrial(false)).toEqual({ ok: false, issue: 'tunnel.trialOrdinaryUser' });
    expect(checkTrial(true).ok).toBe(true);
  });

  it('DDNS-04 CONST-43: the first domain is free, the third is the last', () => {
    expect([0, 1, 2, 3].map(domainSlot)).toEqual(['free', 'code', 'code', 'none']);
  });

  it('CONST-49 CONST-50: 1 GB a month for free; 5, 10, 15 Mbit/s or unlimited', () => {
    expect(TUNNEL.freeFlowBytes).toBe(1_073_741_824);
    expect(TUNNEL.bandwidths).toEqual([5, 10, 15, 0]);
  });

  it('checks single ports and star whitelists', () => {
    expect(checkPort(5, { min: 5, max: 5 }).ok).toBe(true);
    expect(checkWhitelist(['*'], { min: 0, max: 1, star: true }).ok).toBe(true);
  });

  it('STATE-23: not activated and released are activated, activated is released, and nothing becomes inactive again', () => {
    expect(TUNNEL_STATES.map(tunnelActions)).toEqual([['activate'], ['release'], ['activate']]);
    expect([tunnelStateAfter('activate'), tunnelStateAfter('release')]).toEqual(['active', 'released']);
    expect(checkTunnelAction('release', 'inactive')).toEqual({ ok: false, issue: 'tunnel.state' });
    expect(checkTunnelAction('activate', 'released').ok).toBe(true);
  });
});
