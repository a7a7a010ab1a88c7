import type { ChangeArea } from '@boxwood/box-sdk';
import { filter, type Observable } from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';

/**
 * What changes on the box, whoever makes it: another person, another device, a script, a program on the box. What it tells happens as `BoxChanged`;
 * who shows something that changed asks for it anew.
 */
export interface Changes {
  /** Whether the box tells of its changes now. Where it does not, who wants to know asks from time to time. */
  readonly tells$: StateStream<boolean>;
  close(): void;
}

/** Whether the box told of a change that may be one of this folder. */
export const touches = (event: BoxEvent, folder: string): boolean =>
  event.type === 'BoxChanged' && (event.data.everything || event.data.folders.includes(folder));

/** Whether the box told of a change that may be one of this area. */
export const isAbout = (event: BoxEvent, area: ChangeArea): boolean =>
  event.type === 'BoxChanged' && (event.data.everything || event.data.areas.includes(area));

/** Emits when the box told of a change in this area, whoever made it. */
export const toldOf = (store: Pick<EventStore<BoxEvent>, 'batches$'>, area: ChangeArea): Observable<unknown> =>
  store.batches$.pipe(filter((batch) => batch.some(({ event }) => isAbout(event, area))));
