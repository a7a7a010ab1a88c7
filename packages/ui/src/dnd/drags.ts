import { useSyncExternalStore } from 'react';
import { later } from '../base/later.ts';

/** Drag and drop, loaded lazily: it is not needed for the first paint. */
export const drags = later(() => import('./attach.ts'));

/** Matches browsers with a mouse, and those that do not report their pointers. */
const MOUSE = 'not all and (pointer: coarse), (any-pointer: fine)';

/** With a mouse the module loads at once; for touch it loads after the first selection. */
const whenHere: typeof drags.whenHere = (listener) => {
  // If loading fails, the next list retries.
  if (drags.here() === null && matchMedia(MOUSE).matches) drags.load().catch(() => undefined);
  return drags.whenHere(listener);
};

/** The drag-and-drop module, or null until it is loaded. */
export const useDrags = (): Awaited<ReturnType<typeof drags.load>> | null => useSyncExternalStore(whenHere, drags.here);
