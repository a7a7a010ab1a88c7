import type { TimelinePhoto } from '@boxwood/box-sdk';
import type { BoxEvent } from '../events/box-event.ts';
import { projection } from '../store/projection.ts';
import type { OptimisticPhotoChange } from './events.ts';

/** Changes without a response yet, oldest first. */
export type PendingPhotoChanges = readonly {
  readonly call: number;
  readonly ids: readonly string[];
  readonly change: OptimisticPhotoChange;
}[];

/** The user's changes of photos that the box has not answered. */
export const photosProjection = projection<{ readonly pending: PendingPhotoChanges }, BoxEvent>({
  name: 'photos',
  version: 1,
  scope: 'session',
  initial: { pending: [] },
  on: {
    PhotosSaid: (draft, { call, ids, change }) => {
      draft.pending.push({ call, ids: [...ids], change });
    },
    PhotosHeard: (draft, { call }) => {
      draft.pending = draft.pending.filter((each) => each.call !== call);
    },
  },
});

/** A photo after a change; null when deleted. With `taken` 0 only the box knows the resulting time. */
const changed = (
  photo: TimelinePhoto,
  { isDeleted, favourite, caption, taken }: OptimisticPhotoChange,
): TimelinePhoto | null =>
  isDeleted === true
    ? null
    : {
        ...photo,
        ...(favourite === undefined ? {} : { favourite }),
        ...(caption === undefined ? {} : { caption }),
        ...(taken === undefined || taken === 0 ? {} : { taken, takenfrom: 'person' }),
      };

/** Applies a change to photos; returns the same array when none of them is affected. */
export const applyPhotoChange = (
  photos: readonly TimelinePhoto[],
  ids: ReadonlySet<string>,
  change: OptimisticPhotoChange,
) =>
  photos.some(({ id }) => ids.has(id))
    ? photos.flatMap((photo) => (ids.has(photo.id) ? (changed(photo, change) ?? []) : [photo]))
    : photos;
