import { right } from '@boxwood/command-bus';
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { BrowserSettings } from '../settings/browser-settings.ts';
import { MemoryKeyValue } from '../testing/memory-key-value.ts';
import { no, offline, refused, yes } from '../testing/port-answers.ts';
import { BoxSafeGate } from './box-safe.ts';
import type { SafePort } from './port.ts';
import type { ProtectedArea } from './safe.ts';

const fresh = (area: ProtectedArea = 'safe', tab = new MemoryKeyValue()) => {
  const scheduler = new VirtualTimeScheduler();
  const settings = new BrowserSettings(new MemoryKeyValue(), tab);
  const calls: string[] = [];
  const port: SafePort = {
    status: () => yes({ set: true, locked: 0 }),
    setUp: (password) => (calls.push(`setUp ${password}`), yes(null)),
    unlock: (password) => (calls.push(`unlock ${password}`), yes(null)),
    change: (old, password) => (calls.push(`change ${old} ${password}`), yes(null)),
    lock: () => (calls.push('lock'), yes(null)),
    recoveryKit: () => yes('AGE-SECRET-KEY-1X'),
  };
  const gate = new BoxSafeGate({ area, port, settings, clock: { now: () => scheduler.now() }, scheduler });
  const results: unknown[] = [];
  const keep = (result: unknown): void => void results.push(result);
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  return { gate, port, tab, settings, calls, results, keep, pass };
};

describe('the gate of the safe and the private files', () => {
  it('SAFE-01, SAFE-02, ROLE-10: asks the box; a set password shows the entry, none the set-up', () => {
    const { gate, port } = fresh();
    expect(gate.state$.value).toEqual({ at: 'unknown', failure: null });
    gate.check();
    expect(gate.state$.value).toEqual({ at: 'closed', attemptsLeft: null });
    Object.assign(port, { status: () => yes({ set: false, locked: 0 }) });
    gate.check();
    expect(gate.state$.value).toEqual({ at: 'unset' });
    expect(gate.open$.value).toBe(false);
  });

  it('SAFE-04, VALID-52, VALID-53: setting up needs 6 to 10 characters, two equal entries and the agreement', () => {
    const { gate, calls, results, keep } = fresh();
    gate.setUp('12345', '12345', true).subscribe(keep);
    gate.setUp('12345678901', '12345678901', true).subscribe(keep);
    gate.setUp('123456', '123457', true).subscribe(keep);
    gate.setUp('123456', '123456', false).subscribe(keep);
    expect(results.map((result) => (result as { _tag: string })._tag)).toEqual(['Left', 'Left', 'Left', 'Left']);
    expect(calls).toEqual([]);
    gate.setUp('123456', '123456', true).subscribe(keep);
    expect(calls).toEqual(['setUp 123456']);
    expect(gate.state$.value).toEqual({ at: 'closed', attemptsLeft: null });
  });

  it.each([
    ['safe', 'boxSafe'],
    ['private', 'boxSelf'],
  ] as const)('SAFE-05: unlocking the %s area sets the session flag %s, locking takes it back', (area, flag) => {
    const { gate, settings, tab } = fresh(area);
    gate.check();
    gate.unlock('123456');
    expect(gate.open$.value).toBe(true);
    expect(settings.get(flag)).toBe('Y');
    gate.check();
    expect(gate.state$.value).toEqual({ at: 'open' });
    expect(fresh(area, tab).gate.open$.value).toBe(true);
    gate.lock();
    expect(gate.open$.value).toBe(false);
    expect(settings.get(flag)).toBe('N');
  });

  it('G-32: a wrong entry says how many tries are left', () => {
    const { gate, port, results, keep } = fresh();
    Object.assign(port, { unlock: () => no(refused(6, 'GEN', { left: 3, locked: 0 })) });
    gate.unlock('wrong1').subscribe(keep);
    expect(results).toEqual([
      { _tag: 'Left', left: { _tag: 'Rejected', messageKey: 'safe.wrongPassword', values: { left: 3 } } },
    ]);
    expect(gate.state$.value).toEqual({ at: 'closed', attemptsLeft: 3 });
    Object.assign(port, { unlock: () => no(refused(6)) });
    gate.unlock('wrong1').subscribe(keep);
    expect(results[1]).toEqual({ _tag: 'Left', left: { _tag: 'Rejected', messageKey: 'safe.wrongPassword' } });
  });

  it('SAFE-09: locked for ten minutes, with its own message, and open to tries again after that', () => {
    const { gate, port, calls, results, keep, pass } = fresh();
    Object.assign(port, { unlock: () => no(refused(16, 'GEN', {})) });
    gate.unlock('wrong1').subscribe(keep);
    expect(gate.state$.value).toEqual({ at: 'locked', until: 600_000 });
    pass(540_000);
    gate.unlock('right1').subscribe(keep);
    expect(results).toEqual(
      [10, 1].map((minutes) => ({
        _tag: 'Left',
        left: { _tag: 'Rejected', messageKey: 'safe.locked', values: { minutes } },
      })),
    );
    expect(calls).toEqual([]);
    pass(60_000);
    expect(gate.state$.value).toEqual({ at: 'closed', attemptsLeft: null });
    Object.assign(port, { unlock: () => no(refused(6, 'GEN', { left: 0, locked: 120 })) });
    gate.unlock('wrong1');
    expect(gate.state$.value).toEqual({ at: 'locked', until: 720_000 });
    gate.close();
    pass(1_000_000);
    expect(gate.state$.value.at).toBe('locked');
  });

  it('a lock found by the check counts down, too; a failed check is unknown again', () => {
    const { gate, port, results, keep } = fresh();
    Object.assign(port, { status: () => yes({ set: true, locked: 30 }) });
    gate.check();
    expect(gate.state$.value).toEqual({ at: 'locked', until: 30_000 });
    Object.assign(port, { status: () => no(offline) });
    gate.check().subscribe(keep);
    expect(gate.state$.value).toEqual({ at: 'unknown', failure: offline });
    expect(results).toEqual([{ _tag: 'Left', left: offline }]);
  });

  it('SAFE-06: the password is changed with the old one, by the same rules', () => {
    const { gate, calls, results, keep, port } = fresh();
    gate.change('123456', '12345', '12345').subscribe(keep);
    gate.change('123456', 'abcdef', 'abcdeg').subscribe(keep);
    gate.change('123456', 'abcdef', 'abcdef').subscribe(keep);
    expect(calls).toEqual(['change 123456 abcdef']);
    expect(results).toMatchObject([{ _tag: 'Left' }, { left: { messageKey: 'safe.differs' } }, { _tag: 'Right' }]);
    Object.assign(port, { change: () => no(offline) });
    gate.change('123456', 'abcdef', 'abcdef').subscribe(keep);
    expect(results[3]).toEqual({ _tag: 'Left', left: offline });
  });

  it('SAFE-01: a box that does not say how the area stands wants the password', () => {
    const { gate, port } = fresh();
    Object.assign(port, { status: () => no(refused(4)) });
    gate.check();
    expect(gate.state$.value).toEqual({ at: 'closed', attemptsLeft: null });
  });

  it('G-32: what the box closed without a word is asked about: its password may be gone by now', () => {
    const { gate, port } = fresh();
    gate.unlock('123456');
    Object.assign(port, { status: () => yes({ set: false, locked: 0 }) });
    gate.noteClosedByBox();
    expect(gate.state$.value).toEqual({ at: 'unset' });
  });

  it('G-32: after 30 minutes without use the box closes the gate', () => {
    const { gate } = fresh();
    gate.noteClosedByBox();
    expect(gate.state$.value).toEqual({ at: 'unknown', failure: null });
    gate.unlock('123456');
    gate.noteClosedByBox();
    expect(gate.state$.value).toEqual({ at: 'closed', attemptsLeft: null });
  });

  it('G-32: the recovery kit comes from an open safe; a safe that went cold meanwhile is closed', () => {
    const { gate, port, results, keep } = fresh();
    gate.unlock('123456');
    gate.recoveryKit().subscribe(keep);
    expect(results).toEqual([right('AGE-SECRET-KEY-1X')]);
    expect(gate.open$.value).toBe(true);
    Object.assign(port, { recoveryKit: () => no(refused(13)) });
    gate.recoveryKit().subscribe(keep);
    expect(results[1]).toMatchObject({ _tag: 'Left' });
    expect(gate.open$.value).toBe(false);
  });
});
