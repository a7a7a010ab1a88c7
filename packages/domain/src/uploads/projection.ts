import type { BoxEvent } from '../events/box-event.ts';
import type { UploadEvent } from './events.ts';
import type { Projection } from '../store/projection.ts';
import type { Recorded } from '../store/recorded.ts';
import { type SavedBoard, UploadBoard } from './queue/upload-board.ts';

/** A board and its revision: a new object around the same board for every batch that concerns uploads. */
export interface UploadsState {
  readonly board: UploadBoard;
  readonly revision: number;
}

const TYPES: { readonly [T in UploadEvent['type']]: true } = {
  UploadsQueued: true,
  UploadStarted: true,
  UploadProgressed: true,
  UploadFinished: true,
  UploadFailed: true,
  UploadsPaused: true,
  UploadsResumed: true,
  UploadsRemoved: true,
  UploadsAdopted: true,
};

const isUpload = (recorded: Recorded<BoxEvent>): recorded is Recorded<UploadEvent> =>
  Object.hasOwn(TYPES, recorded.event.type);

/** The uploads, stored under the key that the product specifies (UPLOAD-02). */
export const uploadsProjection: Projection<UploadsState, BoxEvent> = {
  name: 'upload_tasks',
  version: 1,
  scope: 'durable',
  initial: () => ({ board: new UploadBoard(), revision: 0 }),
  reduce: (state, batch) => {
    const mine = batch.filter(isUpload);
    if (mine.length === 0) return state;
    for (const recorded of mine) state.board.apply(recorded);
    return { board: state.board, revision: state.revision + 1 };
  },
  save: ({ board }) => board.save(),
  // Written by `save` of this version.
  load: (saved) => ({ board: UploadBoard.load(saved as SavedBoard), revision: 0 }),
  weight: ({ board }) => board.size,
  // Unfinished uploads continue after the next sign-in, as the question before the sign-out says (G-25).
  outlives: ({ board }) => ({ board: board.unfinished(), revision: 0 }),
};
