/** Permanent deletion frees the space for its own record: on a full disk the deletion comes first. */
import { beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { type JournalChange, createJournal, type Journal, journalMigrations } from './journal.ts';
import { beginRemoval, recordIfRoom } from './removal-record.ts';

let journal: Journal;
const start = { user: 'ann', action: 'remove' } as const;
const gone = (name: string): JournalChange => ({ kind: 'removed', path: `/mnt/usb1/ann/${name}` });
const failing = (code: string): never => {
  throw Object.assign(new Error(code), { code });
};
const recorded = () => journal.list('ann', 0, 9).map(({ changes, state }) => [state, changes]);

beforeEach(() => {
  journal = createJournal(openDatabase(':memory:', { migrations: journalMigrations }), () => 1000);
});

it('is on record before it happens, as it was planned or as it went', () => {
  const planned = [gone('a'), gone('b')];
  const first = beginRemoval(journal, start, planned);
  expect(journal.listOpen().map(({ changes }) => changes)).toEqual([planned]);
  first.commit();
  beginRemoval(journal, start, planned).commit([gone('b')]);
  beginRemoval(journal, start, planned).abandon();
  expect(recorded()).toEqual([
    ['done', [gone('b')]],
    ['done', planned],
  ]);
  expect(journal.listOpen()).toEqual([]);
});

it('is recorded afterwards where there was no room before, and not at all where there is none then', () => {
  const full = (on: 'begin' | 'record') => vi.spyOn(journal, on).mockImplementationOnce(() => failing('ENOSPC'));
  full('begin');
  beginRemoval(journal, start, [gone('a')]).commit();
  full('begin');
  beginRemoval(journal, start, [gone('a')]).commit([gone('b')]);
  full('begin');
  beginRemoval(journal, start, [gone('c')]).abandon();
  full('begin');
  full('record');
  beginRemoval(journal, start, [gone('d')]).commit();
  expect(recorded()).toEqual([
    ['done', [gone('b')]],
    ['done', [gone('a')]],
  ]);
});

it('is not done when it cannot be recorded for another reason than room', () => {
  vi.spyOn(journal, 'begin').mockImplementationOnce(() => failing('EIO'));
  expect(() => beginRemoval(journal, start, [gone('a')])).toThrow('EIO');
  expect(() => recordIfRoom(() => failing('EIO'))).toThrow('EIO');
  recordIfRoom(() => failing('EDQUOT'));
});
