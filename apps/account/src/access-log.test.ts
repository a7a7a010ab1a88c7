import { serviceTree } from '@boxwood/account-sdk/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccessRecord } from './access-log.ts';
import { AccessLog, isPrivilegeRefusal, UNAUTHENTICATED_USER } from './access-log.ts';

let lines: (readonly [string, Readonly<Record<string, string | number>>])[];
let log: AccessLog;
const told = (what: string) => lines.filter(([each]) => each === what).map(([, record]) => record);
const from = (remote: string, more: Partial<AccessRecord> = {}): AccessRecord => ({
  user: UNAUTHENTICATED_USER,
  remote,
  code: 18,
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  log = new AccessLog((what, record) => lines.push([what, record]));
});
afterEach(() => {
  vi.useRealTimers();
});

it('a flood of one address is ten lines and a number, once in ten minutes; its neighbours of IPv6 are the same caller', () => {
  for (let i = 0; i < 5000; i++) log.logRefusal('refused', from(`2001:db8::${i.toString(16)}`));
  expect([lines.length, vi.getTimerCount()]).toEqual([10, 1]);
  vi.advanceTimersByTime(599_999);
  expect(lines).toHaveLength(10);
  vi.advanceTimersByTime(1);
  expect(told('refused again')).toEqual([{ user: UNAUTHENTICATED_USER, remote: '2001:db8::0', times: 4990 }]);
  for (let i = 0; i < 11; i++) log.logRefusal('refused', from('2001:db8::1'));
  expect(told('refused')).toHaveLength(20);
  log.flush();
  expect(told('refused again')).toHaveLength(2);
  vi.advanceTimersByTime(600_000);
  expect(lines).toHaveLength(22);
});

it('a flood of a hundred thousand addresses has the lines of a hundred, and silences no user', () => {
  for (let i = 0; i < 100_000; i++) log.logRefusal('refused', from(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`));
  expect(lines).toHaveLength(100);
  log.logRefusal('refused', from('10.0.0.1', { user: 'annabel', command: 'Reboot', code: 13 }));
  log.logRefusal('refused', from('10.0.0.1'));
  expect(lines.slice(100)).toEqual([
    ['refused', { user: 'annabel', remote: '10.0.0.1', command: 'Reboot', code: 13 }],
    ['refused', from('10.0.0.1')],
  ]);
  log.flush();
  expect(lines.slice(102)).toEqual([['refused others', { times: 99_900 }]]);
});

it('users are bounded like addresses, ten lines are told without a number, and who comes is always told', () => {
  for (let i = 0; i < 150; i++) log.logRefusal('refused', from('10.0.0.1', { user: `user${i}` }));
  for (let i = 0; i < 9; i++) log.logRefusal('refused', from('10.0.0.1', { user: 'user0' }));
  expect(told('refused')).toHaveLength(109);
  for (let i = 0; i < 200; i++) log.logAccess('signed in', from('10.0.0.1', { user: 'user0', code: 0 }));
  expect(told('signed in')).toHaveLength(200);
  log.flush();
  expect([told('refused again'), told('refused others')]).toEqual([[], [{ times: 50 }]]);
});

describe('what is a matter of rights', () => {
  it('goes by family: 13 and 18 everywhere, other numbers where they mean that', () => {
    const { introspect } = serviceTree.session;
    const of = (errors: 'GEN' | 'TSK' | 'ALB', secrets: readonly string[] = []) =>
      [2, 3, 4, 5, 6, 13, 16, 18].filter((code) => isPrivilegeRefusal({ ...introspect, errors, secrets }, code));
    expect(of('GEN')).toEqual([2, 4, 5, 13, 16, 18]);
    expect(of('GEN', ['password'])).toEqual([2, 4, 5, 6, 13, 16, 18]);
    expect(of('TSK')).toEqual([13, 18]);
    expect(of('ALB')).toEqual([6, 13, 18]);
    expect([1001, 1006, 1009, 1020, 2002].filter((code) => isPrivilegeRefusal(introspect, code))).toEqual([
      1001, 1020, 2002,
    ]);
  });
});
