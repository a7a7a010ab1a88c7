import { durable, type EventsOf } from '../events/event-kinds.ts';
import type { UploadId, UploadProblem, UploadTask } from './uploads.ts';

/**
 * Life cycle of uploads. Events of one upload converge in any order: the later stamp wins, and removal wins over
 * everything.
 */
export const uploadEvents = {
  /** At most 500 tasks per event, so a folder of 50,000 files is 100 events. */
  UploadsQueued: durable<{ readonly tasks: readonly UploadTask[] }>(),
  /** 0 to 2, with the box's id for the transfer and the bytes it already holds. */
  UploadStarted: durable<{ readonly id: UploadId; readonly uuid: string; readonly completed: number }>(),
  UploadProgressed: durable<{ readonly id: UploadId; readonly completed: number; readonly speed: number }>(),
  UploadFinished: durable<{ readonly id: UploadId }>(),
  UploadFailed: durable<{ readonly id: UploadId; readonly problem: UploadProblem }>(),
  UploadsPaused: durable<{ readonly ids: readonly UploadId[]; readonly interrupted: boolean }>(),
  /** 3 or -1 to 0; `ranks` gives each task its new place in the queue. */
  UploadsResumed: durable<{ readonly ids: readonly UploadId[]; readonly ranks: readonly number[] }>(),
  UploadsRemoved: durable<{ readonly ids: readonly UploadId[] }>(),
  /** Another tab (or this one after a reload) holds the files now. */
  UploadsAdopted: durable<{ readonly ids: readonly UploadId[]; readonly owner: string }>(),
};
export type UploadEvent = EventsOf<typeof uploadEvents>;
