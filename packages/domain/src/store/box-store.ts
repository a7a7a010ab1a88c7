import type { Observable, SchedulerLike } from 'rxjs';
import { actsProjection } from '../acts/projection.ts';
import { type BoxEvent, scopeOfType } from '../events/event.ts';
import { clipboardProjection } from '../files/projection.ts';
import { messagesProjection } from '../messages/projection.ts';
import { tasksProjection } from '../tasks/projection.ts';
import type { Clock } from '../time/clock.ts';
import { uploadsProjection } from '../uploads/projection.ts';
import type { Channel } from './channel.ts';
import type { EventLog } from './event-log.ts';
import { type EventStore, LiveEventStore } from './event-store.ts';
import type { Projection } from './projection.ts';
import type { TabId } from './recorded.ts';

/** Version of the event format: raised when a stored event or a message between tabs changes its meaning (T12). */
export const EVENT_SCHEMA = 3;

/**
 * The views that a page needs before anybody looks: what is stored is loaded into them, and the leading tab hands its own over. One of this tab
 * alone enters the store with its service, so that what an app needs comes with the app.
 */
export const PROJECTIONS: readonly Projection<unknown, BoxEvent>[] = [
  actsProjection,
  uploadsProjection,
  tasksProjection,
  messagesProjection,
  clipboardProjection,
];

/** What a store needs from its page. */
export interface BoxStoreOptions {
  readonly origin: TabId;
  readonly clock: Clock;
  readonly scheduler?: SchedulerLike;
  readonly log: EventLog<BoxEvent>;
  readonly channel: Channel | null;
  /** Emits when the page may be about to go (`pageLeaving`). */
  readonly leaving$?: Observable<unknown>;
}

/** The history of one person on one box, with every projection of the domain. */
export const createBoxStore = (options: BoxStoreOptions): EventStore<BoxEvent> =>
  new LiveEventStore<BoxEvent>({ ...options, schema: EVENT_SCHEMA, scopeOf: scopeOfType, projections: PROJECTIONS });

/** Name of the log and of the channel of one person on one box. */
export const storeName = (username: string, boxId: string): string => `boxwood:${username}@${boxId}`;
