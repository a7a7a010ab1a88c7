import { session } from '../events/event-kinds.ts';
import type { PhotoChanges } from './photos.ts';

/** An optimistic change of photos, before the box has answered; deletion includes the file. */
export type OptimisticPhotoChange = PhotoChanges & { readonly isDeleted?: true };

/** Changes of photos by the user of this tab, and their results. Other tabs learn of them from the box. */
export const photoEvents = {
  PhotosSaid: session<{
    readonly call: number;
    readonly ids: readonly string[];
    readonly change: OptimisticPhotoChange;
  }>(),
  /** `done`: the photos that were changed; the others stay as they were. */
  PhotosHeard: session<{
    readonly call: number;
    readonly done: readonly string[];
    readonly change: OptimisticPhotoChange;
  }>(),
};
