import { describe, expect, it } from 'vitest';
import { no, refused, yes } from '../testing/answers.ts';
import { servicesBed } from '../testing/services-bed.ts';
import type { BackupKind, BackupReport, BackupState } from './backups.ts';
import { BoxBackups } from './box-backups.ts';
import type { BackupsPort } from './port.ts';

const fresh = () => {
  const bed = servicesBed();
  const { calls, store, notifications, visible$, scheduler } = bed;
  const box: { backups: BackupReport[]; failing: boolean; refusing: boolean } = {
    backups: [],
    failing: false,
    refusing: false,
  };
  const put = (id: string, state: BackupState, kind: BackupKind = 'sync'): void => {
    box.backups = [
      ...box.backups.filter((one) => one.id !== id),
      { id, kind, state, source: '/a', target: '/b', frequency: 'day', scantime: 0, device: '' },
    ];
  };
  const act = (name: string) => (calls.push(name), box.refusing ? no(refused(6, 'TSK')) : yes(null));
  const port: BackupsPort = {
    list: (kind) => {
      calls.push(`list ${kind}`);
      return box.failing ? no() : yes(box.backups.filter((one) => one.kind === kind));
    },
    run: (id) => act(`run ${id}`),
    stop: (id) => act(`stop ${id}`),
    remove: (id) => act(`remove ${id}`),
  };
  const backups = new BoxBackups({ store, port, notifications, visible$, scheduler });
  return { ...bed, backups, box, put, shown: (kind: BackupKind = 'sync') => backups.kind$(kind).value };
};

describe('backups', () => {
  it('STATE-21: from normal over waiting and executing back to normal, asked about every 5 s while one moves', () => {
    const { backups, put, calls, shown, pass, told } = fresh();
    put('b1', { at: 'normal', last: 'none' });
    expect(shown().known).toBe(false);
    backups.refresh('sync');
    const watch = backups.watch('sync');
    pass(30_000);
    expect(calls).toEqual(['list sync']);
    expect(shown().backups).toMatchObject([{ id: 'b1', actions: ['run'], trouble: false }]);
    put('b1', { at: 'waiting' });
    backups.run('b1');
    expect(calls).toEqual(['list sync', 'run b1', 'list sync']);
    expect(shown().backups).toMatchObject([{ state: { at: 'waiting' }, actions: ['stop'] }]);
    backups.run('b1');
    expect(told()).toEqual(['backup.state']);
    put('b1', { at: 'executing', waiting: 4, completed: 2 });
    pass(5000);
    expect(shown().backups).toMatchObject([{ state: { at: 'executing', completed: 2 }, actions: ['stop'] }]);
    put('b1', { at: 'normal', last: 'ok' });
    pass(5000);
    expect(shown().backups).toMatchObject([{ actions: ['run'] }]);
    calls.length = 0;
    pass(30_000);
    expect(calls).toEqual([]);
    watch.close();
  });

  it('STATE-22: how the last run ended; a wait that was too long and a failure want attention, not started does not', () => {
    const { backups, put, shown } = fresh();
    for (const last of ['none', 'timeout', 'failed', 'ok'] as const) put(last, { at: 'normal', last });
    backups.refresh('sync');
    expect(shown().backups.map(({ id, trouble }) => [id, trouble])).toEqual([
      ['none', false],
      ['timeout', true],
      ['failed', true],
      ['ok', false],
    ]);
  });

  it('STATE-21: one that moves is stopped, one that rests is not; kinds are apart', () => {
    const { backups, put, calls, shown } = fresh();
    put('b1', { at: 'executing', waiting: 1, completed: 0 });
    put('d1', { at: 'normal', last: 'ok' }, 'disk');
    backups.refresh('sync');
    backups.refresh('disk');
    expect(shown('disk').backups.map(({ id }) => id)).toEqual(['d1']);
    expect(shown('computer')).toMatchObject({ known: false, backups: [] });
    calls.length = 0;
    backups.stop('d1');
    expect(calls).toEqual([]);
    put('b1', { at: 'normal', last: 'failed' });
    backups.stop('b1');
    expect(calls).toEqual(['stop b1', 'list sync']);
    backups.remove('d1');
    expect(shown('disk').backups).toEqual([]);
  });

  it('a refusal is told and changes nothing; a silent box leaves what was known', () => {
    const { backups, put, box, shown, told, calls, pass } = fresh();
    put('b1', { at: 'normal', last: 'ok' });
    backups.refresh('sync');
    box.refusing = true;
    backups.run('b1');
    backups.remove('b1');
    expect(told()).toEqual(['Refused', 'Refused']);
    expect(shown().backups).toHaveLength(1);
    box.failing = true;
    backups.refresh('sync');
    expect(shown()).toMatchObject({ known: true, failure: { _tag: 'Network' } });
    expect(shown('disk').failure).toBeNull();
    // One that this list does not hold is the box's to judge.
    calls.length = 0;
    box.refusing = false;
    backups.run('other');
    expect(calls).toEqual(['run other']);
    backups.close();
    pass(60_000);
    expect(calls).toHaveLength(1);
  });
});
