import type { ChangeArea } from '@boxwood/box-sdk';
import { filter, type Observable } from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';

/**
 * Changes on the box, whoever makes them: another user, another device, a script, a program on the box. They are
 * published as `BoxChanged` events; views reload what changed.
 */
export interface Changes {
  /** Whether the box reports its changes now. While it does not, views poll. */
  readonly tells$: StateStream<boolean>;
  close(): void;
}

/** Whether an event may be about a change in this folder. */
export const touches = (event: BoxEvent, folder: string): boolean =>
  event.type === 'BoxChanged' && (event.data.everything || event.data.folders.includes(folder));

/** Whether an event may be about a change in this area. */
export const isAbout = (event: BoxEvent, area: ChangeArea): boolean =>
  event.type === 'BoxChanged' && (event.data.everything || event.data.areas.includes(area));

/** Emits when the box reports a change in this area. */
export const toldOf = (store: Pick<EventStore<BoxEvent>, 'batches$'>, area: ChangeArea): Observable<unknown> =>
  store.batches$.pipe(filter((batch) => batch.some(({ event }) => isAbout(event, area))));
