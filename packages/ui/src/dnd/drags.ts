import { useSyncExternalStore } from 'react';
import { later } from '../base/later.ts';

/** What takes hold of things and lets them fall. Nothing is dragged before it is seen: no page waits for it. */
export const drags = later(() => import('./attach.ts'));

/** A browser that cannot say what points counts as one with a mouse. */
const MOUSE = 'not all and (pointer: coarse), (any-pointer: fine)';

/** Where there is a mouse it comes by itself; a finger carries only what it has selected, and fetches it then. */
const whenHere: typeof drags.whenHere = (listener) => {
  // Where it cannot be fetched, the next list asks again.
  if (drags.here() === null && matchMedia(MOUSE).matches) drags.load().catch(() => undefined);
  return drags.whenHere(listener);
};

/** Null until it has arrived. */
export const useDrags = (): Awaited<ReturnType<typeof drags.load>> | null => useSyncExternalStore(whenHere, drags.here);
