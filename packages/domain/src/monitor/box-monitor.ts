import { asyncScheduler, combineLatest, map, type Observable, type SchedulerLike, Subscription } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { DomainClock } from '../time/domain-clock.ts';
import { poll } from '../time/poll.ts';
import { TIMERS } from '../time/timers.ts';
import { type WatchHandle, Watchers } from '../time/watchers.ts';
import type { Monitor, MonitorState } from './monitor.ts';
import type { MonitorPort } from './port.ts';
import { monitorProjection, sampleOf, spaceOf } from './projection.ts';

/** Dependencies of {@link BoxMonitor}. */
export interface MonitorDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: MonitorPort;
  readonly visible$: Observable<boolean>;
  readonly clock: DomainClock;
  /** Emits when failed requests should be retried. */
  readonly retry$: Observable<unknown>;
  readonly scheduler?: SchedulerLike;
}

/** See {@link Monitor}. Failed readings do not back off: the chart shows the gap. */
export class BoxMonitor implements Monitor {
  readonly #watchers = new Watchers();
  readonly #subscriptions = new Subscription();
  readonly state$: StateStream<MonitorState>;

  constructor({ store, port, visible$, clock, retry$, scheduler = asyncScheduler }: MonitorDeps) {
    this.state$ = store.state(monitorProjection);
    const active$ = combineLatest([visible$, this.#watchers.isWatched$]).pipe(
      map(([visible, watched]) => visible && watched),
    );
    /** How far the box's clock is ahead of this device's, in ms. */
    let clockOffsetMs = 0;
    const status$ = poll({ every: TIMERS.status, run: () => port.status(), active$, retry$, scheduler });
    const disks$ = poll({ every: TIMERS.statusDisks, run: () => port.disks(), active$, retry$, scheduler });
    this.#subscriptions.add(
      status$.subscribe((result) => {
        if (result._tag === 'Left') {
          store.append([{ type: 'SampleMissed', data: { at: clock.now() + clockOffsetMs } }], 'timer');
          return;
        }
        const { box_uptime, local_time, faults = null, reserve = null } = result.right;
        // Times are those of the box (MONITOR-03); without a box time the browser's clock is used.
        if (local_time > 0) clockOffsetMs = local_time * 1000 - clock.now();
        const at = clock.now() + clockOffsetMs;
        const problems = { faults, reserve };
        const data = {
          sample: sampleOf(result.right, at),
          runTime: box_uptime,
          boxTime: local_time,
          trouble: problems,
        };
        store.append([{ type: 'SampleTaken', data }], 'box');
      }),
    );
    this.#subscriptions.add(
      disks$.subscribe((result) => {
        if (result._tag === 'Right')
          store.append([{ type: 'DisksMeasured', data: { disks: spaceOf(result.right) } }], 'box');
      }),
    );
  }

  watch(): WatchHandle {
    return this.#watchers.watch();
  }

  close(): void {
    this.#subscriptions.unsubscribe();
  }
}
