import type { UploadId, UploadProblem, UploadTask } from '../uploads/uploads.ts';

/** The life of uploads. Events of one upload converge in any order: the later stamp wins, removal wins over everything. */
export type UploadEvent =
  /** At most 500 tasks an event, so that a folder of 50,000 files is 100 events. */
  | { readonly type: 'UploadsQueued'; readonly data: { readonly tasks: readonly UploadTask[] } }
  /** 0 to 2, with the box's id for the transfer and the bytes it already holds. */
  | {
      readonly type: 'UploadStarted';
      readonly data: { readonly id: UploadId; readonly uuid: string; readonly completed: number };
    }
  | {
      readonly type: 'UploadProgressed';
      readonly data: { readonly id: UploadId; readonly completed: number; readonly speed: number };
    }
  | { readonly type: 'UploadFinished'; readonly data: { readonly id: UploadId } }
  | { readonly type: 'UploadFailed'; readonly data: { readonly id: UploadId; readonly problem: UploadProblem } }
  | {
      readonly type: 'UploadsPaused';
      readonly data: { readonly ids: readonly UploadId[]; readonly interrupted: boolean };
    }
  /** 3 or -1 to 0; `ranks` gives each its new place in the queue. */
  | {
      readonly type: 'UploadsResumed';
      readonly data: { readonly ids: readonly UploadId[]; readonly ranks: readonly number[] };
    }
  | { readonly type: 'UploadsRemoved'; readonly data: { readonly ids: readonly UploadId[] } }
  /** Another tab (or this one after a reload) holds the files now. */
  | { readonly type: 'UploadsAdopted'; readonly data: { readonly ids: readonly UploadId[]; readonly owner: string } };
