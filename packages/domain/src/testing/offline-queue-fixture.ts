/** Pending actions at a box that can lose replies, refuse, and be unreachable. */
import type { FileEntry, NewTask } from '@boxwood/box-sdk';
import { type BoxError, left, right } from '@boxwood/command-bus';
import { defer, of, Subject } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import type { PortResult } from '../outcome.ts';
import type { ConnectionState } from '../session/session.ts';
import { State } from '../state/state-stream.ts';
import { MemoryDisk, MemoryLog } from '../store/memory-log.ts';
import { offline } from './port-answers.ts';
import { idCounter, testStore } from './test-store.ts';
import { entry } from './files-box.ts';
import { applyAnswer } from '../offline/apply-answer.ts';
import { BoxOfflineQueue } from '../offline/box-offline-queue.ts';
import type { ChangeResult } from '../files/port.ts';
import type { OfflinePort } from '../offline/port.ts';
import { pendingActionsProjection } from '../offline/projection.ts';
import { sendAction } from '../offline/send-action.ts';
import { fingerprintsOf } from '../offline/file-fingerprints.ts';

export const HOME = '/mnt/usb1/ann';
export const at = (name: string): string => `${HOME}/${name}`;

/** A box's disk, as far as pending actions need it. */
class OfflineTestDisk implements OfflinePort {
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

  rename(source: string, target: string): PortResult<ChangeResult> {
    return this.#act(`rename ${source} ${target}`, {}, () => this.#carry(source, target));
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

/** Pages of one user at one box, which share what is stored. */
export class OfflineQueueFixture {
  readonly disk: OfflineTestDisk;
  readonly line = new State<ConnectionState>('offline');
  readonly again$ = new Subject<null>();
  /** Whether the lazy sender can be loaded. */
  arrives = true;
  readonly #log = new MemoryDisk<BoxEvent>();
  readonly #newId = idCounter('act');

  constructor(...names: readonly string[]) {
    this.disk = new OfflineTestDisk(...names);
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
