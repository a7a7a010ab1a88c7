import type { BoxError } from '@boxwood/command-bus';
import { expect, it } from 'vitest';
import { entry } from '../testing/files-box.ts';
import { fingerprintsOf } from './file-fingerprints.ts';
import { HOME, at, OfflineQueueFixture } from '../testing/offline-queue-fixture.ts';

it('what was carried elsewhere and is not found there is asked about before it counts as thrown away', async () => {
  const bed = new OfflineQueueFixture('a.txt', 'b.txt');
  const { acts } = await bed.open();
  acts.enqueueIfOffline({ do: 'rename', path: at('a.txt'), to: at('lake.txt') });
  acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')] });
  acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt'), at('b.txt')] });
  bed.line.set('ok');
  expect(acts.question$.value).toEqual({ why: 'gone', names: ['lake.txt'] });
  acts.answer('leave');
  expect([acts.pending$.value, bed.disk.done]).toEqual([
    [],
    ['rename a.txt lake.txt', 'trash lake.txt', 'trash b.txt'],
  ]);
});

it('a name that was not given leaves what follows where its file is', async () => {
  const bed = new OfflineQueueFixture('a.txt', 'taken.txt');
  const { acts } = await bed.open();
  acts.enqueueIfOffline({ do: 'rename', path: at('a.txt'), to: at('taken.txt'), seen: bed.disk.seen('a.txt') });
  acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')], seen: bed.disk.seen('a.txt') });
  bed.line.set('ok');
  acts.answer('leave');
  expect(bed.disk.done).toEqual(['trash a.txt']);
});

it('a name that was taken meanwhile is asked about, and the rest waits behind the question', async () => {
  const bed = new OfflineQueueFixture('a.txt', 'b.txt', 'Trip', 'Trip/b.txt');
  const page = await bed.open();
  const { acts } = page;
  acts.enqueueIfOffline({ do: 'new-folder', path: at('Trip') });
  acts.enqueueIfOffline({ do: 'rename', path: at('a.txt'), to: at('b.txt') });
  acts.enqueueIfOffline({ do: 'move', paths: [at('b.txt')], into: at('Trip'), conflict: null });
  bed.line.set('ok');
  expect(acts.question$.value).toEqual({ why: 'taken', names: ['Trip'] });
  expect(bed.disk.done).toEqual([]);
  acts.answer('keep-both');
  expect(acts.question$.value).toEqual({ why: 'taken', names: ['b.txt'] });
  acts.answer('keep-both');
  expect(acts.question$.value).toEqual({ why: 'taken', names: ['b.txt'] });
  // A pending question does not stop a new action from being done at once.
  expect(acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')] })).toBe(false);
  acts.answer('replace');
  expect(bed.disk.done).toEqual(['make Trip_copy', 'rename a.txt b_copy.txt', 'move b.txt Trip']);
  expect(page.told()).toEqual(['acts.sent {"count":3}']);
});

it('what is gone meanwhile is asked about where it matters, and left out', async () => {
  const bed = new OfflineQueueFixture('b.txt', 'Trip');
  const { acts, told } = await bed.open();
  acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')] });
  acts.enqueueIfOffline({ do: 'rename', path: at('a.txt'), to: at('c.txt') });
  acts.enqueueIfOffline({ do: 'move', paths: [at('a.txt'), at('b.txt')], into: at('Trip'), conflict: null });
  acts.enqueueIfOffline({ do: 'new-folder', path: at('Gone/New') });
  acts.enqueueIfOffline({ do: 'move', paths: [at('Trip')], into: at('Gone'), conflict: null });
  bed.line.set('ok');
  expect(acts.question$.value).toEqual({ why: 'gone', names: ['a.txt'] });
  acts.answer('leave');
  expect(acts.question$.value).toEqual({ why: 'gone', names: ['a.txt'] });
  acts.answer('leave');
  expect(bed.disk.done).toEqual(['move b.txt Trip']);
  expect(acts.question$.value).toEqual({ why: 'noFolder', names: ['New'] });
  acts.answer('leave');
  expect(acts.question$.value).toEqual({ why: 'noFolder', names: ['Trip'] });
  acts.answer('leave');
  expect([acts.question$.value, acts.pending$.value, bed.disk.done.length]).toEqual([null, [], 1]);
  expect(told()).toEqual([]);
});

it('a no of the box is asked about: once more, or not at all', async () => {
  const bed = new OfflineQueueFixture('a.txt');
  const { acts } = await bed.open();
  const no: BoxError = { _tag: 'Refused', family: 'GEN', code: 16, fields: {} };
  acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')] });
  acts.enqueueIfOffline({ do: 'favour', path: at('a.txt'), wanted: false });
  bed.disk.refuses = no;
  bed.line.set('ok');
  expect(acts.question$.value).toEqual({ why: 'refused', failure: no });
  acts.answer('again');
  expect(bed.disk.done).toEqual(['trash a.txt', 'favour a.txt false']);
});

it('what is another one by now, or was changed, is asked about and never touched without a word', async () => {
  const bed = new OfflineQueueFixture('a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt', 'Trip');
  const { acts } = await bed.open();
  const { disk } = bed;
  acts.enqueueIfOffline({ do: 'rename', path: at('a.txt'), to: at('lake.txt'), seen: disk.seen('a.txt') });
  const moved = { paths: [at('b.txt'), at('c.txt')], into: at('Trip'), conflict: null };
  acts.enqueueIfOffline({ do: 'move', ...moved, seen: disk.seen('b.txt', 'c.txt') });
  acts.enqueueIfOffline({ do: 'trash', paths: [at('d.txt'), at('e.txt')], seen: disk.seen('d.txt', 'e.txt') });
  acts.enqueueIfOffline({ do: 'trash', paths: [at('f.txt')], seen: disk.seen('f.txt') });
  disk.put(at('a.txt'), { size: 2 });
  disk.put(at('b.txt'), { mtime: 2 });
  disk.put(at('d.txt'), { ctime: 2 });
  disk.put(at('f.txt'), { type: 5, size: 0 });
  bed.line.set('ok');
  expect([acts.question$.value, disk.done]).toEqual([{ why: 'other', names: ['a.txt'] }, []]);
  // It still applies.
  acts.answer('again');
  expect([acts.question$.value, disk.done]).toEqual([{ why: 'other', names: ['b.txt'] }, ['rename a.txt lake.txt']]);
  acts.answer('leave');
  expect(acts.question$.value).toEqual({ why: 'other', names: ['d.txt'] });
  acts.answer('leave');
  expect(acts.question$.value).toEqual({ why: 'other', names: ['f.txt'] });
  acts.answer('leave');
  expect([acts.question$.value, acts.pending$.value]).toEqual([null, []]);
  expect(disk.done).toEqual(['rename a.txt lake.txt', 'move c.txt Trip', 'trash e.txt']);
});

it('what is put there while an answer is lost is not what was meant, and what was done is not done again', async () => {
  const bed = new OfflineQueueFixture('a.txt', 'b.txt');
  const { acts } = await bed.open();
  const { disk } = bed;
  acts.enqueueIfOffline({ do: 'rename', path: at('a.txt'), to: at('lake.txt'), seen: disk.seen('a.txt') });
  acts.enqueueIfOffline({ do: 'trash', paths: [at('b.txt')], seen: disk.seen('b.txt') });
  for (const name of ['a.txt', 'b.txt']) {
    disk.loses = true;
    bed.line.set('ok');
    bed.line.set('lost');
    disk.put(at(name), { ctime: 2 });
  }
  bed.line.set('ok');
  expect([acts.question$.value, disk.done]).toEqual([
    { why: 'other', names: ['b.txt'] },
    ['rename a.txt lake.txt', 'trash b.txt'],
  ]);
  acts.answer('leave');
  expect([acts.pending$.value, [...disk.there.keys()].toSorted()]).toEqual([
    [],
    [HOME, ...['a.txt', 'b.txt', 'lake.txt'].map(at)],
  ]);
});

it('a folder stays the same one, whatever is put into it', async () => {
  const bed = new OfflineQueueFixture('Trip');
  const { acts } = await bed.open();
  bed.disk.put(at('Trip'), { type: 5, size: 0 });
  acts.enqueueIfOffline({ do: 'rename', path: at('Trip'), to: at('Lake'), seen: bed.disk.seen('Trip') });
  bed.disk.put(at('Trip'), { type: 5, size: 0, mtime: 2 });
  bed.line.set('ok');
  expect(bed.disk.done).toEqual(['rename Trip Lake']);
});

it('what a list did not tell of a picture is not held against it', async () => {
  const bed = new OfflineQueueFixture('a.jpg');
  const { acts } = await bed.open();
  acts.enqueueIfOffline({
    do: 'trash',
    paths: [at('a.jpg')],
    seen: fingerprintsOf([entry(at('a.jpg'), { ctime: 0 })]),
  });
  bed.line.set('ok');
  expect(bed.disk.done).toEqual(['trash a.jpg']);
});
