/** The file area over a box in memory, in virtual time. For tests. */
import { right } from '@boxwood/command-bus';
import { of, VirtualTimeScheduler } from 'rxjs';
import type { OfflineQueue } from '../offline/offline-queue.ts';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import { BrowserSettings } from '../settings/browser-settings.ts';
import type { TabChannel } from '../store/tab-channel.ts';
import { MemoryKeyValue } from './memory-key-value.ts';
import { idCounter, testStore } from './test-store.ts';
import { FilesBox } from './files-box.ts';
import { BoxFiles } from '../files/box-files.ts';
import type { Location } from '../files/files.ts';
import { type LoadUndoExecutor, UndoExecutor } from '../files/undo/undo-executor.ts';

export const HOME: Location = { place: 1, path: '/mnt/usb1/ann' };
export const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `f${String(index).padStart(4, '0')}`);

/** The box is reachable: no action is queued. */
export const NO_OFFLINE_QUEUE: Pick<OfflineQueue, 'enqueueIfOffline' | 'isOffline'> = {
  isOffline: false,
  enqueueIfOffline: () => false,
};

/** Provides the undo executor at once; with a `box`, it may restore an item under a new name in one step. */
export const undoExecutorLoader =
  (box?: FilesBox): LoadUndoExecutor =>
  (deps) =>
    of(
      right(new UndoExecutor({ ...deps, restoreWithNewName: (id) => box?.restoreWithNewName(id) ?? of(right(null)) })),
    );
export const LOAD_UNDO_EXECUTOR = undoExecutorLoader();

/** @param channel to the other tabs of the same user */
export const createFilesFixture = (channel: TabChannel | null = null) => {
  const scheduler = new VirtualTimeScheduler();
  const clock = { now: () => scheduler.now() };
  const store = testStore({ clock, channel });
  const box = new FilesBox();
  const local = new MemoryKeyValue();
  const settings = new BrowserSettings(local, null);
  const notifications = new BoxNotifications(store, clock, idCounter('n'), scheduler);
  const files = new BoxFiles({
    store,
    port: box,
    settings,
    notifications,
    offlineQueue: NO_OFFLINE_QUEUE,
    username: 'ann',
    loadUndoExecutor: undoExecutorLoader(box),
    scheduler,
  });
  const notices = () =>
    notifications.list$.value.map(
      ({ messageKey, failure, level }) =>
        `${level} ${messageKey ?? (failure?._tag === 'Rejected' ? failure.messageKey : (failure?._tag ?? ''))}`,
    );
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  const results: unknown[] = [];
  const keep = (result: unknown): void => void results.push(result);
  return { store, box, local, settings, notifications, files, notices: notices, pass, results, keep };
};
