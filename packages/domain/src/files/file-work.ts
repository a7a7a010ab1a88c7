import type { Acts } from '../acts/acts.ts';
import type { EventStore } from '../store/event-store.ts';
import type { BoxEvent } from '../events/event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Deeds } from './deeds.ts';
import type { FilesPort } from './port.ts';
import type { Told } from './told.ts';

/** What every part that changes files works with. */
export interface FileWork {
  readonly store: EventStore<BoxEvent>;
  readonly port: FilesPort;
  readonly notifications: Notifications;
  /** Keeps what is done while there is no line. */
  readonly acts: Pick<Acts, 'keeps' | 'isAway'>;
  /** Owner of the tasks that are made. */
  readonly username: string;
  readonly deeds: Deeds;
  readonly told: Told;
}
