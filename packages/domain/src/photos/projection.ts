import type { TimelinePhoto } from '@boxwood/box-sdk';
import type { BoxEvent } from '../events/event.ts';
import { projection } from '../store/projection.ts';
import type { Said } from './events.ts';

/** Changes without a response yet, oldest first. */
export type Pending = readonly { readonly call: number; readonly ids: readonly string[]; readonly said: Said }[];

/** The user's changes of photos that the box has not answered. */
export const photosProjection = projection<{ readonly pending: Pending }, BoxEvent>({
  name: 'photos',
  version: 1,
  scope: 'session',
  initial: { pending: [] },
  on: {
    PhotosSaid: (draft, { call, ids, said }) => {
      draft.pending.push({ call, ids: [...ids], said });
    },
    PhotosHeard: (draft, { call }) => {
      draft.pending = draft.pending.filter((each) => each.call !== call);
    },
  },
});

/** A photo after a change; null when deleted. With `taken` 0 only the box knows the resulting time. */
const after = (photo: TimelinePhoto, { gone, favourite, caption, taken }: Said): TimelinePhoto | null =>
  gone === true
    ? null
    : {
        ...photo,
        ...(favourite === undefined ? {} : { favourite }),
        ...(caption === undefined ? {} : { caption }),
        ...(taken === undefined || taken === 0 ? {} : { taken, takenfrom: 'person' }),
      };

/** Applies a change to photos; returns the same array when none of them is affected. */
export const saying = (photos: readonly TimelinePhoto[], ids: ReadonlySet<string>, said: Said) =>
  photos.some(({ id }) => ids.has(id))
    ? photos.flatMap((photo) => (ids.has(photo.id) ? (after(photo, said) ?? []) : [photo]))
    : photos;
