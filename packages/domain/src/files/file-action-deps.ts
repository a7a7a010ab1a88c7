import type { OfflineQueue } from '../offline/offline-queue.ts';
import type { EventStore } from '../store/event-store.ts';
import type { BoxEvent } from '../events/box-event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { UndoStack } from './undo/undo-stack.ts';
import type { FilesPort } from './port.ts';
import type { OperationReporter } from './operation-reporter.ts';

/** Dependencies shared by the parts that change files. */
export interface FileActionDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: FilesPort;
  readonly notifications: Notifications;
  /** Queues actions while offline. */
  readonly offlineQueue: Pick<OfflineQueue, 'enqueueIfOffline' | 'isOffline'>;
  /** Owner of the created tasks. */
  readonly username: string;
  readonly undoStack: UndoStack;
  readonly reporter: OperationReporter;
}
