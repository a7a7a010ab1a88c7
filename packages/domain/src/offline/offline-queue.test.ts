import { expect, it } from 'vitest';
import { HOME, at, OfflineQueueFixture } from '../testing/offline-queue-fixture.ts';

it('what does the acts is fetched when the first may be sent, and again where it did not arrive', async () => {
  const bed = new OfflineQueueFixture('a.txt');
  const { acts } = await bed.open();
  acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')] });
  bed.arrives = false;
  bed.line.set('ok');
  expect([bed.disk.done, acts.pending$.value.length]).toEqual([[], 1]);
  bed.arrives = true;
  bed.again$.next(null);
  expect([bed.disk.done, acts.pending$.value.length]).toEqual([['trash a.txt'], 0]);
});

it('is written down as it is said: a page that is gone a moment later, without a word, takes none of them along', async () => {
  const bed = new OfflineQueueFixture('a.txt');
  const { acts } = await bed.open();
  acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')] });
  acts.enqueueIfOffline({ do: 'favour', path: HOME, wanted: true });
  // No timer ran, and the store was not closed.
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  const after = await bed.open();
  expect(after.acts.pending$.value.map(({ act }) => act.do)).toEqual(['trash', 'favour']);
});

it('what is done without a line is kept, survives a reload, and is sent in its order, each once', async () => {
  const bed = new OfflineQueueFixture('a.txt', 'b.txt', 'c.txt', 'd.txt');
  const before = await bed.open();
  expect(before.acts.enqueueIfOffline({ do: 'new-folder', path: at('Trip') })).toBe(true);
  before.acts.enqueueIfOffline({ do: 'rename', path: at('a.txt'), to: at('lake.txt') });
  before.acts.enqueueIfOffline({ do: 'move', paths: [at('lake.txt'), at('b.txt')], into: at('Trip'), conflict: null });
  before.acts.enqueueIfOffline({ do: 'trash', paths: [at('c.txt')] });
  before.acts.enqueueIfOffline({ do: 'favour', path: at('Trip'), wanted: true });
  expect(bed.disk.done).toEqual([]);
  await before.close();

  const after = await bed.open();
  expect(after.acts.pending$.value.map(({ act }) => act.do)).toEqual([
    'new-folder',
    'rename',
    'move',
    'trash',
    'favour',
  ]);
  const changed: unknown[] = [];
  after.store.batches$.subscribe((batch) => {
    for (const { event } of batch)
      if (event.type === 'BoxChanged') changed.push(...event.data.areas);
      else if (event.type === 'FolderChanged') changed.push(event.data.folders);
  });
  bed.line.set('ok');
  // Views refresh whether or not the restored connection reports the change.
  expect(changed).toEqual([[HOME, at('Trip')], [HOME], [HOME, at('Trip')], [HOME], 'favourites']);
  const done = ['make Trip', 'rename a.txt lake.txt', 'move lake.txt Trip', 'move b.txt Trip', 'trash c.txt'];
  expect(bed.disk.done).toEqual([...done, 'favour Trip true']);
  expect(after.told()).toEqual(['acts.sent {"count":5}']);
  expect(after.acts.pending$.value).toEqual([]);
  // While online nothing is queued.
  expect(after.acts.enqueueIfOffline({ do: 'trash', paths: [at('d.txt')] })).toBe(false);
  await after.close();
  const last = await bed.open();
  expect(last.acts.pending$.value).toEqual([]);
  expect(bed.disk.done).toHaveLength(6);
});

it('an answer that is lost is no reason to do it again', async () => {
  const bed = new OfflineQueueFixture('a.txt', 'b.txt');
  const page = await bed.open();
  page.acts.enqueueIfOffline({ do: 'new-folder', path: at('Trip') });
  page.acts.enqueueIfOffline({ do: 'rename', path: at('a.txt'), to: at('lake.txt') });
  page.acts.enqueueIfOffline({ do: 'trash', paths: [at('b.txt')] });
  for (let each = 0; each < 3; each += 1) {
    bed.disk.loses = true;
    bed.line.set('ok');
    bed.line.set('lost');
  }
  bed.line.set('ok');
  expect(page.acts.pending$.value).toEqual([]);
  expect(bed.disk.done).toEqual(['make Trip', 'rename a.txt lake.txt', 'trash b.txt']);
});

it('what is done twice to one file, which its list still shows where it was, is done to that file', async () => {
  const bed = new OfflineQueueFixture('a.txt', 'b.txt', 'c.txt', 'Old', 'Old/in.txt', 'Trip');
  const { acts } = await bed.open();
  const { disk } = bed;
  acts.enqueueIfOffline({ do: 'rename', path: at('a.txt'), to: at('lake.txt'), seen: disk.seen('a.txt') });
  acts.enqueueIfOffline({ do: 'rename', path: at('a.txt'), to: at('sea.txt'), seen: disk.seen('a.txt') });
  acts.enqueueIfOffline({ do: 'favour', path: at('a.txt'), wanted: true });
  acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')], seen: disk.seen('a.txt') });
  acts.enqueueIfOffline({ do: 'rename', path: at('Old'), to: at('New'), seen: disk.seen('Old') });
  acts.enqueueIfOffline({ do: 'rename', path: at('Old/in.txt'), to: at('Old/out.txt'), seen: disk.seen('Old/in.txt') });
  acts.enqueueIfOffline({ do: 'new-folder', path: at('Old/Sub') });
  acts.enqueueIfOffline({
    do: 'move',
    paths: [at('b.txt')],
    into: at('Trip'),
    conflict: null,
    seen: disk.seen('b.txt'),
  });
  acts.enqueueIfOffline({ do: 'rename', path: at('b.txt'), to: at('d.txt'), seen: disk.seen('b.txt') });
  // A moved folder takes its content with it.
  disk.put(at('New/in.txt'));
  bed.line.set('ok');
  expect([acts.question$.value, acts.pending$.value]).toEqual([null, []]);
  expect(disk.done).toEqual([
    'rename a.txt lake.txt',
    'rename lake.txt sea.txt',
    'favour sea.txt true',
    'trash sea.txt',
    'rename Old New',
    'rename New/in.txt New/out.txt',
    'make New/Sub',
    'move b.txt Trip',
    'rename Trip/b.txt Trip/d.txt',
  ]);
});

it('a box that is on its way back is asked again, and what is done meanwhile stands behind', async () => {
  const bed = new OfflineQueueFixture('a.txt');
  const page = await bed.open();
  page.acts.enqueueIfOffline({ do: 'rename', path: at('a.txt'), to: at('b.txt') });
  bed.disk.dead = true;
  bed.line.set('ok');
  expect(page.acts.enqueueIfOffline({ do: 'rename', path: at('b.txt'), to: at('c.txt') })).toBe(true);
  bed.disk.dead = false;
  bed.again$.next(null);
  expect(bed.disk.done).toEqual(['rename a.txt b.txt', 'rename b.txt c.txt']);
});

it('of several tabs one sends', async () => {
  const bed = new OfflineQueueFixture('a.txt');
  const other = await bed.open(false);
  other.acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')] });
  bed.line.set('ok');
  expect(bed.disk.done).toEqual([]);
});

it('one that was taken back is not done', async () => {
  const bed = new OfflineQueueFixture('a.txt', 'b.txt');
  const { acts } = await bed.open();
  acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')] });
  acts.enqueueIfOffline({ do: 'trash', paths: [at('b.txt')] });
  acts.cancel(acts.pending$.value[0]?.id ?? '');
  bed.line.set('ok');
  expect(bed.disk.done).toEqual(['trash b.txt']);
});
