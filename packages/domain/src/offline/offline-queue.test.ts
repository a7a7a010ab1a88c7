import type { FileEntry, NewTask } from '@boxwood/box-sdk';
import { type BoxError, left, right } from '@boxwood/command-bus';
import { defer, of, Subject } from 'rxjs';
import { expect, it } from 'vitest';
import type { BoxEvent } from '../events/box-event.ts';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import type { PortResult } from '../outcome.ts';
import type { ConnectionState } from '../session/session.ts';
import { State } from '../state/state-stream.ts';
import { MemoryDisk, MemoryLog } from '../store/memory-log.ts';
import { offline } from '../testing/port-answers.ts';
import { idCounter, testStore } from '../testing/test-store.ts';
import { entry } from '../testing/files-box.ts';
import { applyAnswer } from './apply-answer.ts';
import { BoxOfflineQueue } from './box-offline-queue.ts';
import type { OfflinePort } from './port.ts';
import { pendingActionsProjection } from './projection.ts';
import { sendAction } from './send-action.ts';
import { fingerprintsOf } from './file-fingerprints.ts';

const HOME = '/mnt/usb1/ann';
const at = (name: string): string => `${HOME}/${name}`;

/** A box's disk, as far as pending actions need it. */
class Disk implements OfflinePort {
  readonly there: Map<string, FileEntry>;
  readonly done: string[] = [];
  readonly favourites = new Set<string>();
  /** Refuses the next call that changes something. */
  refuses: BoxError | null = null;
  /** Performs the next call that changes something, but loses its answer. */
  loses = false;
  /** No call gets an answer. */
  dead = false;

  constructor(...names: readonly string[]) {
    this.there = new Map([HOME, ...names.map(at)].map((path) => [path, entry(path)]));
  }

  exists(path: string): PortResult<boolean> {
    return this.#look(() => this.there.has(path));
  }

  findEntries(folder: string, names: readonly string[]): PortResult<ReadonlyMap<string, FileEntry>> {
    const all = (): readonly FileEntry[] => names.flatMap((name) => this.there.get(`${folder}/${name}`) ?? []);
    return this.#look(() => new Map(all().map((one) => [one.name, one])));
  }

  makeFolder(path: string): PortResult<{ readonly existed: boolean }> {
    return this.#act(`make ${path}`, { existed: false }, () => this.put(path));
  }

  rename(source: string, target: string): PortResult<unknown> {
    return this.#act(`rename ${source} ${target}`, null, () => this.#carry(source, target));
  }

  trash(paths: readonly string[]): PortResult<{ readonly failed: number }> {
    return this.#act(`trash ${paths.join(' ')}`, { failed: 0 }, () => {
      for (const path of paths) this.there.delete(path);
    });
  }

  addTask(task: NewTask): PortResult<{ readonly id: string }> {
    const { source, target } = JSON.parse(JSON.stringify(task)) as { source: string; target: string };
    return this.#act(`move ${source} ${target}`, { id: String(this.done.length) }, () =>
      this.#carry(source, `${target}${source.slice(source.lastIndexOf('/'))}`),
    );
  }

  setFavourite(path: string, wanted: boolean): PortResult<unknown> {
    return this.#act(`favour ${path} ${String(wanted)}`, null, () => {
      if (wanted) this.favourites.add(path);
      else this.favourites.delete(path);
    });
  }

  /** Replaces what is at a path by another file. */
  put(path: string, facts: Partial<FileEntry> = {}): void {
    this.there.set(path, entry(path, facts));
  }

  /** The fingerprints a listing showed for these paths. */
  seen(...names: readonly string[]) {
    return fingerprintsOf(names.flatMap((name) => this.there.get(at(name)) ?? []));
  }

  #carry(source: string, target: string): void {
    this.put(target, { ...this.there.get(source), name: target.slice(target.lastIndexOf('/') + 1), path: target });
    this.there.delete(source);
  }

  #look<A>(read: () => A): PortResult<A> {
    return defer(() => of(this.dead ? left(offline) : right(read())));
  }

  #act<A>(what: string, value: A, change: () => unknown): PortResult<A> {
    return defer(() => {
      const { refuses } = this;
      if (this.dead) return of(left(offline));
      if (refuses !== null) {
        this.refuses = null;
        return of(left(refuses));
      }
      this.done.push(what.replaceAll(`${HOME}/`, ''));
      change();
      if (!this.loses) return of(right(value));
      this.loses = false;
      return of(left(offline));
    });
  }
}

class Bed {
  readonly disk: Disk;
  readonly line = new State<ConnectionState>('offline');
  readonly again$ = new Subject<null>();
  /** Whether the lazy sender can be loaded. */
  arrives = true;
  readonly #log = new MemoryDisk<BoxEvent>();
  readonly #newId = idCounter('act');

  constructor(...names: readonly string[]) {
    this.disk = new Disk(...names);
  }

  /** A page: loads stored actions and sends them if allowed. */
  async open(leads = true) {
    const clock = { now: () => 1_700_000_000_000 };
    const store = testStore({ clock, log: new MemoryLog(this.#log), projections: [pendingActionsProjection] });
    const notifications = new BoxNotifications(store, clock, idCounter('n'));
    const acts = new BoxOfflineQueue({
      store,
      port: this.disk,
      notifications,
      username: 'ann',
      newId: this.#newId,
      connection$: this.line.stream,
      retry$: this.again$,
      leads$: new State(leads).stream,
      loadSender: () => of(this.arrives ? right({ sendAction, applyAnswer }) : left(offline)),
    });
    await store.ready;
    await Promise.resolve();
    const told = () =>
      notifications.list$.value.map(({ messageKey, values }) => `${messageKey ?? ''} ${JSON.stringify(values)}`);
    const close = async (): Promise<void> => {
      acts.close();
      await store.close();
    };
    return { acts, store, told, close };
  }
}

it('what does the acts is fetched when the first may be sent, and again where it did not arrive', async () => {
  const bed = new Bed('a.txt');
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
  const bed = new Bed('a.txt');
  const { acts } = await bed.open();
  acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')] });
  acts.enqueueIfOffline({ do: 'favour', path: HOME, wanted: true });
  // No timer ran, and the store was not closed.
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  const after = await bed.open();
  expect(after.acts.pending$.value.map(({ act }) => act.do)).toEqual(['trash', 'favour']);
});

it('what is done without a line is kept, survives a reload, and is sent in its order, each once', async () => {
  const bed = new Bed('a.txt', 'b.txt', 'c.txt', 'd.txt');
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
  const bed = new Bed('a.txt', 'b.txt');
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
  const bed = new Bed('a.txt', 'b.txt', 'c.txt', 'Old', 'Old/in.txt', 'Trip');
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

it('what was carried elsewhere and is not found there is asked about before it counts as thrown away', async () => {
  const bed = new Bed('a.txt', 'b.txt');
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
  const bed = new Bed('a.txt', 'taken.txt');
  const { acts } = await bed.open();
  acts.enqueueIfOffline({ do: 'rename', path: at('a.txt'), to: at('taken.txt'), seen: bed.disk.seen('a.txt') });
  acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')], seen: bed.disk.seen('a.txt') });
  bed.line.set('ok');
  acts.answer('leave');
  expect(bed.disk.done).toEqual(['trash a.txt']);
});

it('a box that is on its way back is asked again, and what is done meanwhile stands behind', async () => {
  const bed = new Bed('a.txt');
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
  const bed = new Bed('a.txt');
  const other = await bed.open(false);
  other.acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')] });
  bed.line.set('ok');
  expect(bed.disk.done).toEqual([]);
});

it('a name that was taken meanwhile is asked about, and the rest waits behind the question', async () => {
  const bed = new Bed('a.txt', 'b.txt', 'Trip', 'Trip/b.txt');
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
  const bed = new Bed('b.txt', 'Trip');
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
  const bed = new Bed('a.txt');
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

it('one that was taken back is not done', async () => {
  const bed = new Bed('a.txt', 'b.txt');
  const { acts } = await bed.open();
  acts.enqueueIfOffline({ do: 'trash', paths: [at('a.txt')] });
  acts.enqueueIfOffline({ do: 'trash', paths: [at('b.txt')] });
  acts.cancel(acts.pending$.value[0]?.id ?? '');
  bed.line.set('ok');
  expect(bed.disk.done).toEqual(['trash b.txt']);
});

it('what is another one by now, or was changed, is asked about and never touched without a word', async () => {
  const bed = new Bed('a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt', 'Trip');
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
  const bed = new Bed('a.txt', 'b.txt');
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
  const bed = new Bed('Trip');
  const { acts } = await bed.open();
  bed.disk.put(at('Trip'), { type: 5, size: 0 });
  acts.enqueueIfOffline({ do: 'rename', path: at('Trip'), to: at('Lake'), seen: bed.disk.seen('Trip') });
  bed.disk.put(at('Trip'), { type: 5, size: 0, mtime: 2 });
  bed.line.set('ok');
  expect(bed.disk.done).toEqual(['rename Trip Lake']);
});

it('what a list did not tell of a picture is not held against it', async () => {
  const bed = new Bed('a.jpg');
  const { acts } = await bed.open();
  acts.enqueueIfOffline({
    do: 'trash',
    paths: [at('a.jpg')],
    seen: fingerprintsOf([entry(at('a.jpg'), { ctime: 0 })]),
  });
  bed.line.set('ok');
  expect(bed.disk.done).toEqual(['trash a.jpg']);
});
