import { BehaviorSubject, VirtualTimeScheduler } from 'rxjs';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import { PROJECTIONS } from '../store/box-store.ts';
import { counter, testStore } from './bench.ts';

/** Time, a store, a page and what a person was told: what the services of a screen are made with. */
export const servicesBed = () => {
  const scheduler = new VirtualTimeScheduler();
  const clock = { now: () => scheduler.now() };
  const store = testStore({ clock, projections: PROJECTIONS });
  const notifications = new BoxNotifications(store, clock, counter('n'), scheduler);
  const visible$ = new BehaviorSubject(true);
  const calls: string[] = [];
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  /** The keys of what was told, newest last; a failure of a call by its tag. */
  const told = (): readonly string[] =>
    notifications.list$.value.map(({ word, failure }) =>
      failure === null ? (word ?? '') : failure._tag === 'Rejected' ? failure.word : failure._tag,
    );
  const events = (): string[] => {
    const types: string[] = [];
    store.batches$.subscribe((batch) => types.push(...batch.map(({ event }) => event.type)));
    return types;
  };
  return { scheduler, store, notifications, visible$, calls, pass, told, events };
};
