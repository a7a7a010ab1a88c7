import { durable } from '../events/event-kinds.ts';
import type { UserAction } from './offline-queue.ts';
import type { FileRelocation } from './follow-relocation.ts';

/** Life cycle of pending actions. */
export const offlineEvents = {
  ActKept: durable<{ readonly id: string; readonly act: UserAction }>(),
  /** The request is sent: if its answer is lost, the action may be done. */
  ActBegun: durable<{ readonly id: string }>(),
  /** Part of the action is done or skipped, or the user answered a question about it. */
  ActChanged: durable<{ readonly id: string; readonly act: UserAction }>(),
  /** A file was moved; later actions on it use the new path. */
  ActCarried: durable<{ readonly id: string } & FileRelocation>(),
  /** Done or cancelled. */
  ActEnded: durable<{ readonly id: string }>(),
};
