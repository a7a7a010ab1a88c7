import type { Observable, SchedulerLike } from 'rxjs';
import { backupsProjection } from '../backup/projection.ts';
import { containersProjection } from '../containers/projection.ts';
import { desktopProjection } from '../desktop/projection.ts';
import { type BoxEvent, type Scope, scopeOf } from '../events/event.ts';
import { mediaProjection } from '../media/projection.ts';
import { messagesProjection } from '../messages/projection.ts';
import { monitorProjection } from '../monitor/projection.ts';
import { recognitionProjection } from '../photos/projection.ts';
import { pluginsProjection } from '../plugins/projection.ts';
import { tasksProjection } from '../tasks/projection.ts';
import type { Clock } from '../time/clock.ts';
import { tunnelsProjection } from '../tunnels/projection.ts';
import { uploadsProjection } from '../uploads/projection.ts';
import type { Channel } from './channel.ts';
import type { EventLog } from './event-log.ts';
import { type EventStore, LiveEventStore } from './event-store.ts';
import type { Projection } from './projection.ts';
import type { TabId } from './recorded.ts';

/** Version of the event format: raised when a stored event or a message between tabs changes its meaning (T12). */
export const EVENT_SCHEMA = 2;

/** Every projection of the domain. */
export const PROJECTIONS: readonly Projection<unknown, BoxEvent>[] = [
  desktopProjection,
  uploadsProjection,
  tasksProjection,
  monitorProjection,
  messagesProjection,
  pluginsProjection,
  containersProjection,
  backupsProjection,
  tunnelsProjection,
  mediaProjection,
  recognitionProjection,
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

const isKnown = (type: string): type is BoxEvent['type'] => Object.hasOwn(scopeOf, type);

/** How far an event of a type travels; undefined for types that only a newer version knows. */
export const scopeOfType = (type: string): Scope | undefined => (isKnown(type) ? scopeOf[type] : undefined);

/** The history of one person on one box, with every projection of the domain. */
export const createBoxStore = (options: BoxStoreOptions): EventStore<BoxEvent> =>
  new LiveEventStore<BoxEvent>({ ...options, schema: EVENT_SCHEMA, scopeOf: scopeOfType, projections: PROJECTIONS });

/** Name of the log and of the channel of one person on one box. */
export const storeName = (username: string, boxId: string): string => `boxwood:${username}@${boxId}`;
