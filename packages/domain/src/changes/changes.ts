import type { ChangeArea } from '@boxwood/box-sdk';
import { filter, type Observable } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';

/**
 * Changes on the box by any client: another user, another device, a script, a program on the box. They are published as
 * `BoxChanged` events; views reload what changed.
 */
export interface BoxChangeFeed {
  /** Whether the box reports its changes now. While it does not, views poll. */
  readonly isLive$: StateStream<boolean>;
  close(): void;
}

/** Whether an event may be about a change in this folder. */
export const affectsFolder = (event: BoxEvent, folder: string): boolean =>
  event.type === 'BoxChanged' && (event.data.everything || event.data.folders.includes(folder));

/** Whether an event may be about a change in this area. */
export const affectsArea = (event: BoxEvent, area: ChangeArea): boolean =>
  event.type === 'BoxChanged' && (event.data.everything || event.data.areas.includes(area));

/** Emits when the box reports a change in this area. */
export const changesInArea = (store: Pick<EventStore<BoxEvent>, 'batches$'>, area: ChangeArea): Observable<unknown> =>
  store.batches$.pipe(filter((batch) => batch.some(({ event }) => affectsArea(event, area))));
