/** An upload manager on a page that can be reloaded, in virtual time. For tests. */
import { Subject, VirtualTimeScheduler } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import { BrowserSettings } from '../settings/browser-settings.ts';
import { MemoryKeyValue } from './memory-key-value.ts';
import type { ConnectionState } from '../session/session.ts';
import { State } from '../state/state-stream.ts';
import type { TabChannel } from '../store/tab-channel.ts';
import type { EventStore } from '../store/event-store.ts';
import { MemoryDisk, MemoryLog } from '../store/memory-log.ts';
import { BoxUploads } from '../uploads/box-uploads.ts';
import { uploadsProjection } from '../uploads/projection.ts';
import type { ChosenFile, UploadId, UploadSource, UploadTask } from '../uploads/uploads.ts';
import { idCounter, testStore } from './test-store.ts';
import { MemoryHandleRepository, TestHandle } from './memory-handle-repository.ts';
import { UploadBox } from './upload-box.ts';

export interface TestPage {
  readonly uploads: BoxUploads;
  readonly notifications: BoxNotifications;
  readonly store: EventStore<BoxEvent>;
}

export class UploadFixture {
  readonly scheduler = new VirtualTimeScheduler();
  readonly box = new UploadBox(this.scheduler);
  readonly disk = new MemoryDisk<BoxEvent>();
  readonly local = new MemoryKeyValue();
  readonly handles = new MemoryHandleRepository();
  readonly clock = { now: (): number => 1_700_000_000_000 + this.scheduler.now() };
  readonly #newId = idCounter('u');
  /** State of the connection, and when to retry. */
  readonly connection = new State<ConnectionState>('ok');
  readonly retry$ = new Subject<null>();

  /** Opens a page; its history is loaded when this resolves. */
  async open(channel: TabChannel | null = null): Promise<TestPage> {
    const { clock, scheduler } = this;
    const store = testStore({
      clock,
      scheduler,
      channel,
      log: new MemoryLog(this.disk),
      projections: [uploadsProjection],
    });
    const notifications = new BoxNotifications(store, clock, this.#newId, scheduler);
    const settings = new BrowserSettings(this.local, null);
    const uploads = new BoxUploads({
      store,
      port: this.box,
      handles: this.handles,
      settings,
      notifications,
      clock,
      scheduler,
      newId: this.#newId,
      username: 'ann',
      session: { connection$: this.connection.stream, retry$: this.retry$ },
    });
    await store.ready;
    await Promise.resolve();
    return { uploads, notifications, store };
  }

  /** Advances virtual time. */
  pass(ms: number): void {
    const until = this.scheduler.now() + ms;
    this.scheduler.schedule(() => undefined, ms);
    this.scheduler.maxFrames = until;
    this.scheduler.flush();
  }
}

export const chosen = (...sources: readonly UploadSource[]): readonly ChosenFile[] =>
  sources.map((source) => ({ source, path: source.name }));

/** The same with a handle each, as on secure pages; the repository opens the handle's source. */
export const withHandles = (...sources: readonly UploadSource[]): readonly ChosenFile[] =>
  sources.map((source) => ({ source, path: source.name, handle: new TestHandle(source) }));

export const HOME = { place: 1, path: '/mnt/usb1/ann' } as const;

/** Plans and queues without checking for conflicts. */
export const queue = (
  page: TestPage,
  sources: readonly UploadSource[],
  location: { readonly place: 1 | 3; readonly path: string } = HOME,
): void => {
  page.uploads.submit({ location, chosen: chosen(...sources), folders: [], conflicts: [] });
};

/** All tasks of a page in queue order. */
export const tasksOf = (page: TestPage): readonly UploadTask[] =>
  (['processing', 'waiting', 'failed', 'finished'] as const).flatMap((tab) => {
    const list = page.uploads.list$(tab).value;
    return Array.from({ length: list.count }, (_, index) => list.at(index)).filter((task) => task !== undefined);
  });

/** The state of every task by its name. */
export const states = (page: TestPage): Readonly<Record<string, number>> =>
  Object.fromEntries(tasksOf(page).map(({ name, state }) => [name, state]));

/** The one task of a name. */
export const taskNamed = (page: TestPage, name: string): UploadTask => {
  const task = tasksOf(page).find((candidate) => candidate.name === name);
  if (task === undefined) throw new Error(`no task ${name}`);
  return task;
};

/** The notices shown to the user, oldest first. */
export const noticesOf = (page: TestPage): readonly (string | null)[] =>
  page.notifications.list$.value.map(
    ({ messageKey, failure }) => messageKey ?? (failure?._tag === 'Rejected' ? failure.messageKey : null),
  );

/** A waiting upload of 100 bytes. */
export const waitingTask = (id: UploadId, rank: number): UploadTask => ({
  id,
  name: id,
  source: id,
  target: `/t/${id}`,
  total: 100,
  ctime: 1,
  modified: 1,
  state: 0,
  progress: 0,
  completed: 0,
  speed: 0,
  uuid: '',
  rank,
  problem: null,
  owner: 'A',
  interrupted: false,
});
