import type { Acts } from '../acts/acts.ts';
import type { EventStore } from '../store/event-store.ts';
import type { BoxEvent } from '../events/event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Deeds } from './deeds.ts';
import type { FilesPort } from './port.ts';
import type { Told } from './told.ts';

/** Dependencies shared by the parts that change files. */
export interface FileWork {
  readonly store: EventStore<BoxEvent>;
  readonly port: FilesPort;
  readonly notifications: Notifications;
  /** Queues actions while offline. */
  readonly acts: Pick<Acts, 'keeps' | 'isAway'>;
  /** Owner of the created tasks. */
  readonly username: string;
  readonly deeds: Deeds;
  readonly told: Told;
}
