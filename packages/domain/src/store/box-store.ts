import type { Observable, SchedulerLike } from 'rxjs';
import { pendingActionsProjection } from '../offline/projection.ts';
import { type BoxEvent, scopeOfType } from '../events/box-event.ts';
import { clipboardProjection } from '../files/projection.ts';
import { messagesProjection } from '../messages/projection.ts';
import { tasksProjection } from '../tasks/projection.ts';
import type { DomainClock } from '../time/domain-clock.ts';
import { uploadsProjection } from '../uploads/projection.ts';
import type { TabChannel } from './tab-channel.ts';
import type { EventLog } from './event-log.ts';
import { type EventStore, LiveEventStore } from './event-store.ts';
import type { Projection } from './projection.ts';
import type { TabId } from './recorded.ts';

/** Version of the event format; raised when the meaning of a stored event or a message between tabs changes (T12). */
export const EVENT_SCHEMA = 3;

/**
 * Projections that every page needs at start: stored state is loaded into them, and the leading tab shares its own.
 * Projections of a single tab are added by their service, so their code loads with the app.
 */
export const PROJECTIONS: readonly Projection<unknown, BoxEvent>[] = [
  pendingActionsProjection,
  uploadsProjection,
  tasksProjection,
  messagesProjection,
  clipboardProjection,
];

/** What the page provides to a store. */
export interface BoxStoreOptions {
  readonly origin: TabId;
  readonly clock: DomainClock;
  readonly scheduler?: SchedulerLike;
  readonly log: EventLog<BoxEvent>;
  readonly channel: TabChannel | null;
  /** Emits when the page may be about to close (`pageLeaving`). */
  readonly pageLeaving$?: Observable<unknown>;
}

/** Creates the event history of one user on one box, with every projection of the domain. */
export const createBoxStore = (options: BoxStoreOptions): EventStore<BoxEvent> =>
  new LiveEventStore<BoxEvent>({ ...options, schema: EVENT_SCHEMA, scopeOf: scopeOfType, projections: PROJECTIONS });

/** Name of the log and the channel of one user on one box. */
export const storeName = (username: string, boxId: string): string => `boxwood:${username}@${boxId}`;
