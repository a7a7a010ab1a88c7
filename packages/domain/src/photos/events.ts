import { session } from '../events/define.ts';
import type { PhotoMarks } from './photos.ts';

/** What is said of pictures before the box has answered: `gone` with the file that stood for them. */
export type Said = PhotoMarks & { readonly gone?: true };

/** What a person of this tab says of pictures, and what became of it. Other tabs hear of it from the box. */
export const photoEvents = {
  PhotosSaid: session<{ readonly call: number; readonly ids: readonly string[]; readonly said: Said }>(),
  /** `done`: those of which it holds now; of the others nothing changed. */
  PhotosHeard: session<{ readonly call: number; readonly done: readonly string[]; readonly said: Said }>(),
};
