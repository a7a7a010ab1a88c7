/** The file area over a box in memory, in virtual time. For tests. */
import { right } from '@boxwood/command-bus';
import { of, VirtualTimeScheduler } from 'rxjs';
import type { Acts } from '../acts/acts.ts';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import { BrowserSettings } from '../settings/browser-settings.ts';
import type { Channel } from '../store/channel.ts';
import { MemoryKeyValue } from './memory-key-value.ts';
import { counter, testStore } from '../testing/bench.ts';
import { FilesBox } from '../testing/files-box.ts';
import { BoxFiles } from '../files/box-files.ts';
import type { Location } from '../files/files.ts';
import { type BringTakingBack, TakingBack } from '../files/taking-back.ts';

export const HOME: Location = { place: 1, path: '/mnt/usb1/ann' };
export const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `f${String(index).padStart(4, '0')}`);

/** The box is reachable: no action is queued. */
export const NO_ACTS: Pick<Acts, 'keeps' | 'isAway'> = { isAway: false, keeps: () => false };

/** Provides the undo executor at once; with a `box`, it may restore an item under a new name in one step. */
export const atHand =
  (box?: FilesBox): BringTakingBack =>
  (deps) =>
    of(right(new TakingBack({ ...deps, beside: (id) => box?.beside(id) ?? of(right(null)) })));
export const AT_HAND = atHand();

/** @param channel to the other tabs of the same user */
export const fresh = (channel: Channel | null = null) => {
  const scheduler = new VirtualTimeScheduler();
  const clock = { now: () => scheduler.now() };
  const store = testStore({ clock, channel });
  const box = new FilesBox();
  const local = new MemoryKeyValue();
  const settings = new BrowserSettings(local, null);
  const notifications = new BoxNotifications(store, clock, counter('n'), scheduler);
  const files = new BoxFiles({
    store,
    port: box,
    settings,
    notifications,
    acts: NO_ACTS,
    username: 'ann',
    takingBack: atHand(box),
    scheduler,
  });
  const told = () =>
    notifications.list$.value.map(
      ({ word, failure, level }) =>
        `${level} ${word ?? (failure?._tag === 'Rejected' ? failure.word : (failure?._tag ?? ''))}`,
    );
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  const results: unknown[] = [];
  const keep = (result: unknown): void => void results.push(result);
  return { store, box, local, settings, notifications, files, told, pass, results, keep };
};
