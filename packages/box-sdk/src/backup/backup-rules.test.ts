import { describe, expect, it } from 'vitest';
import {
  checkDisksDiffer,
  checkFrequency,
  checkRoute,
  checkSyncCount,
  frequenciesOf,
  isScanDue,
} from './backup-rules.ts';

describe('backup', () => {
  it('VALID-81 BACKUP-02 CONST-42: 10 directories, the 11th fails', () => {
    expect(checkSyncCount(9).ok).toBe(true);
    expect(checkSyncCount(10)).toEqual({ ok: false, issue: 'backup.tooMany', max: 10 });
  });

  it('VALID-82 BACKUP-03: both folders are chosen', () => {
    expect(checkRoute({ source: '', target: '/b' }, [])).toEqual({ ok: false, issue: 'backup.sourceRequired' });
    expect(checkRoute({ source: '/a', target: '' }, [])).toEqual({ ok: false, issue: 'backup.targetRequired' });
  });

  it('VALID-83 BACKUP-04 P-08: different, apart, not covered', () => {
    expect(checkRoute({ source: '/a', target: '/a' }, [])).toEqual({ ok: false, issue: 'backup.same' });
    for (const [source, target] of [
      ['/a', '/a/b'],
      ['/a/b', '/a'],
      ['/', '/a'],
    ] as const)
      expect(checkRoute({ source, target }, [])).toEqual({ ok: false, issue: 'backup.inside' });
    const present = [{ source: '/a/b', target: '/t' }];
    for (const source of ['/a/b', '/a/b/c', '/a'])
      expect(checkRoute({ source, target: '/t' }, present), source).toEqual({ ok: false, issue: 'backup.covered' });
    for (const source of ['/a/bc', '/c']) expect(checkRoute({ source, target: '/t' }, present).ok, source).toBe(true);
    expect(checkRoute({ source: '/a/b', target: '/u' }, present).ok).toBe(true);
  });

  it('VALID-84 BACKUP-05: different disks', () => {
    expect(checkDisksDiffer('sda', 'sda')).toEqual({ ok: false, issue: 'backup.sameDisk' });
    expect(checkDisksDiffer('sda', 'md0').ok).toBe(true);
  });

  it('BACKUP-07 ROLE-12: no live sync on N2', () => {
    expect(checkFrequency('realtime', 'N2')).toEqual({ ok: false, issue: 'backup.noRealtime' });
    expect(checkFrequency('realtime', 'N3').ok).toBe(true);
    expect(frequenciesOf('N2')).toEqual(['hour', 'day', 'week', 'manual']);
  });

  it('BACKUP-06 CONST-60: more than five minutes', () => {
    expect([isScanDue(1000, 1300), isScanDue(1000, 1301), isScanDue(0, 1000)]).toEqual([false, true, true]);
  });
});
