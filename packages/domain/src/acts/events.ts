import { durable } from '../events/define.ts';
import type { Act } from './acts.ts';
import type { Carried } from './follow.ts';

/** Life cycle of pending actions. */
export const actEvents = {
  ActKept: durable<{ readonly id: string; readonly act: Act }>(),
  /** The request is sent: if its answer is lost, the action may be done. */
  ActBegun: durable<{ readonly id: string }>(),
  /** Part of the action is done or skipped, or the user answered a question about it. */
  ActChanged: durable<{ readonly id: string; readonly act: Act }>(),
  /** A file was moved; later actions on it use the new path. */
  ActCarried: durable<{ readonly id: string } & Carried>(),
  /** Done or cancelled. */
  ActEnded: durable<{ readonly id: string }>(),
};
