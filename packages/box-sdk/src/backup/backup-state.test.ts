import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BACKUP_STATUSES,
  backupActions,
  backupStateOf,
  scheduleBackups,
  checkBackupAction,
  hasBackupProblem,
} from './backup-state.ts';
import { BACKUP_RESULTS } from './backup-model.ts';

const wire = (status: string, result: string) => ({ status, result, waiting: 3, completed: 9 });

describe('backups', () => {
  it('STATE-21: normal, waiting, executing, and what each offers', () => {
    const states = BACKUP_STATUSES.map((status) => backupStateOf(wire(status, 'ok')));
    expect(states).toEqual([
      { at: 'normal', last: 'ok' },
      { at: 'waiting' },
      { at: 'executing', waiting: 3, completed: 9 },
    ]);
    expect(states.map(backupActions)).toEqual([['run'], ['stop'], ['stop']]);
    expect(backupStateOf(wire('melting', 'ok')).at).toBe('normal');
    expect(checkBackupAction('run', { at: 'waiting' })).toEqual({ ok: false, issue: 'backup.state' });
    expect(checkBackupAction('stop', { at: 'waiting' }).ok).toBe(true);
  });

  it('STATE-22: not started, wait timeout, failed, or well; a trouble is told while nothing runs', () => {
    expect(BACKUP_RESULTS.map((result) => backupStateOf(wire('normal', result)))).toEqual([
      { at: 'normal', last: 'none' },
      { at: 'normal', last: 'timeout' },
      { at: 'normal', last: 'failed' },
      { at: 'normal', last: 'ok' },
    ]);
    expect(BACKUP_RESULTS.filter((result) => hasBackupProblem(backupStateOf(wire('normal', result))))).toEqual([
      'timeout',
      'failed',
    ]);
    expect(hasBackupProblem(backupStateOf(wire('executing', 'failed')))).toBe(false);
    expect(backupStateOf(wire('normal', 'odd'))).toEqual({ at: 'normal', last: 'failed' });
  });

  it('STATE-21, STATE-22, G-62: one backup a disk, the longest wait first, more than 30 minutes of waiting is a timeout', () => {
    const queue = [
      { id: 'a', status: 'executing', disk: 'sdb', since: 0 },
      { id: 'b', status: 'waiting', disk: 'sdb', since: 1000 },
      { id: 'c', status: 'waiting', disk: 'sdc', since: 900 },
      { id: 'd', status: 'waiting', disk: 'sdc', since: 800 },
      { id: 'e', status: 'normal', disk: 'sdd', since: 0 },
    ] as const;
    expect(scheduleBackups(queue, 1000)).toEqual({ start: ['d'], timeout: [] });
    expect(scheduleBackups(queue, 2800)).toEqual({ start: ['d'], timeout: ['c'] });
    expect(scheduleBackups(queue, 2801)).toEqual({ start: ['d'], timeout: ['c', 'b'] });
  });

  it('G-62: never two on a disk, nobody starts and times out, whatever the queue', () => {
    const entry = record({
      status: constantFrom(...BACKUP_STATUSES),
      disk: constantFrom('sda', 'sdb', 'md0'),
      since: integer({ min: 0, max: 5000 }),
    });
    assert(
      property(array(entry, { maxLength: 12 }), integer({ min: 5000, max: 9000 }), (entries, now) => {
        const queue = entries.map((one, at) => ({ ...one, id: String(at) }));
        const { start, timeout } = scheduleBackups(queue, now);
        const diskOf = (id: string) => queue[Number(id)]?.disk;
        const written = [...queue.filter(({ status }) => status === 'executing').map(({ id }) => id), ...start];
        const before = queue.filter(({ status }) => status === 'executing').map(({ disk }) => disk);
        for (const id of start) expect(before).not.toContain(diskOf(id));
        expect(new Set(start.map(diskOf)).size).toBe(start.length);
        expect(timeout.filter((id) => written.includes(id))).toEqual([]);
        // A waiting backup starts if no other backup writes to its disk.
        for (const { disk, status } of queue) if (status === 'waiting') expect(written.map(diskOf)).toContain(disk);
      }),
    );
  });
});
