import { session } from '../events/define.ts';
import type { PhotoMarks } from './photos.ts';

/** An optimistic change of photos, before the box has answered; deletion includes the file. */
export type Said = PhotoMarks & { readonly gone?: true };

/** Changes of photos by the user of this tab, and their results. Other tabs learn of them from the box. */
export const photoEvents = {
  PhotosSaid: session<{ readonly call: number; readonly ids: readonly string[]; readonly said: Said }>(),
  /** `done`: the photos that were changed; the others stay as they were. */
  PhotosHeard: session<{ readonly call: number; readonly done: readonly string[]; readonly said: Said }>(),
};
