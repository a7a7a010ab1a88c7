import type { BoxModel, NewTask } from '@boxwood/box-sdk';
import { describe, expect, it } from 'vitest';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import { BrowserSettings } from '../settings/browser-settings.ts';
import { MemoryKeyValue } from '../testing/memory-key-value.ts';
import { no, refused, yes } from '../testing/port-answers.ts';
import { idCounter, testStore } from '../testing/test-store.ts';
import { entry } from '../testing/files-box.ts';
import { BoxArchives } from './box-archives.ts';

const fresh = (model: BoxModel = 'N3') => {
  const store = testStore();
  const tasks: NewTask[] = [];
  const local = new MemoryKeyValue();
  const box = { failing: false };
  const notifications = new BoxNotifications(store, { now: () => 0 }, idCounter('n'));
  const archives = new BoxArchives({
    store,
    addTask: (task) => {
      tasks.push(task);
      return box.failing ? no(refused(9, 'TSK')) : yes({ id: '1' });
    },
    settings: new BrowserSettings(local, null),
    notifications,
    username: 'ann',
    model,
  });
  const told = () =>
    notifications.list$.value.map(
      ({ level, messageKey, failure }) =>
        `${level} ${messageKey ?? (failure?._tag === 'Rejected' ? failure.messageKey : '')}`,
    );
  return { archives, tasks, local, box, told };
};
const file = entry('/mnt/usb1/ann/a.txt');
const folder = entry('/mnt/usb1/ann/F', { type: 5 });
const zip = entry('/mnt/usb1/ann/a.zip');
const link = entry('/mnt/usb1/ann/l', { type: 100 });

describe('archives', () => {
  it('ARCHIVE-01, ARCHIVE-03, ARCHIVE-07, ARCHIVE-10: compressing sends user, source, target and names', () => {
    const { archives, tasks, told } = fresh();
    const results: unknown[] = [];
    archives
      .compress('/mnt/usb1/ann', [file], '/mnt/usb1/ann/t', 'backup', 'tar.gz')
      .subscribe((result) => results.push(result));
    expect(tasks).toEqual([
      {
        user: 'ann',
        type: 'COMPRESS',
        source: '/mnt/usb1/ann',
        target: '/mnt/usb1/ann/t/backup.tar.gz',
        names: ['a.txt'],
      },
    ]);
    expect(results).toEqual([{ _tag: 'Right', right: '/mnt/usb1/ann/t/backup.tar.gz' }]);
    expect(told()).toEqual(['success transfer.submitted']);
  });

  it('ARCHIVE-02, VALID-23: a bad package name is refused and nothing is submitted', () => {
    const { archives, tasks, told } = fresh();
    archives.compress('/a', [file], '/t', '?', 'zip');
    archives.compress('/a', [file], '/t', '', 'zip');
    expect(tasks).toEqual([]);
    expect(told()).toEqual(['warning name.format', 'warning name.empty']);
  });

  it('ARCHIVE-04, ARCHIVE-05, VALID-24, VALID-25, FILES-37: what is offered, for exactly one item', () => {
    const { archives } = fresh();
    expect(
      [[file], [folder], [zip], [link], [], [file, folder]].map((entries) => archives.canCompress(entries)),
    ).toEqual([true, true, false, false, false, false]);
    expect([[zip], [file], [folder], [], [zip, zip]].map((entries) => archives.canExtract(entries))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('ARCHIVE-06, FILES-38, VALID-110, ROLE-12: N2 has neither, and refuses before any call', () => {
    const { archives, tasks } = fresh('N2');
    expect([archives.available$.value, archives.canCompress([file]), archives.canExtract([zip])]).toEqual([
      false,
      false,
      false,
    ]);
    archives.compress('/a', [file], '/t', 'x', 'zip');
    archives.extract(zip, '/t');
    expect(tasks).toEqual([]);
    expect(fresh().archives.available$.value).toBe(true);
  });

  it('ARCHIVE-07, ARCHIVE-09: extracting into a chosen folder; a failed submission says so', () => {
    const { archives, tasks, box, told } = fresh();
    archives.extract(zip, '/t', 'pw');
    expect(tasks).toEqual([
      { user: 'ann', type: 'DECOMPRESS', source: '/mnt/usb1/ann/a.zip', target: '/t', password: 'pw' },
    ]);
    box.failing = true;
    const results: unknown[] = [];
    archives.extract(zip, '/t').subscribe((result) => results.push(result));
    expect(results).toEqual([{ _tag: 'Left', left: refused(9, 'TSK') }]);
    expect(told()).toEqual(['success transfer.submitted', 'error transfer.failed']);
    archives.extract(file, '/t');
    expect(tasks).toHaveLength(2);
  });

  it('ARCHIVE-08, STATE-06: the notice is due until it was acknowledged, also after a reload', () => {
    const { archives, local } = fresh();
    expect(archives.needsExtractNotice$.value).toBe(true);
    archives.acknowledgeExtractNotice();
    expect(archives.needsExtractNotice$.value).toBe(false);
    expect(new BrowserSettings(local, null).get('unzipNotice')).toBe(true);
  });
});
