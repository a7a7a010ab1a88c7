import type { TimelinePhoto } from '@boxwood/box-sdk';
import type { BoxEvent } from '../events/event.ts';
import { projection } from '../store/projection.ts';
import type { Said } from './events.ts';

/** What was said and not yet answered: the oldest first. */
export type Pending = readonly { readonly call: number; readonly ids: readonly string[]; readonly said: Said }[];

/** What a person said of pictures and the box has not answered. */
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

/** A picture after something was said of it; null when it is gone. The time that it had by itself is the box's to know. */
const after = (photo: TimelinePhoto, { gone, favourite, caption, taken }: Said): TimelinePhoto | null =>
  gone === true
    ? null
    : {
        ...photo,
        ...(favourite === undefined ? {} : { favourite }),
        ...(caption === undefined ? {} : { caption }),
        ...(taken === undefined || taken === 0 ? {} : { taken, takenfrom: 'person' }),
      };

/** Pictures after something was said of some of them; the same list where none of them is in it. */
export const saying = (photos: readonly TimelinePhoto[], ids: ReadonlySet<string>, said: Said) =>
  photos.some(({ id }) => ids.has(id))
    ? photos.flatMap((photo) => (ids.has(photo.id) ? (after(photo, said) ?? []) : [photo]))
    : photos;
