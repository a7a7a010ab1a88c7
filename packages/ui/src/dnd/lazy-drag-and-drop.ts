import { useSyncExternalStore } from 'react';
import { createLazyModule } from '../base/lazy-module.ts';

/** Drag and drop, loaded lazily: it is not needed for the first paint. */
export const dragAndDrop = createLazyModule(() => import('./drag-and-drop.ts'));

/** Matches browsers with a mouse, and those that do not report their pointers. */
const MOUSE_QUERY = 'not all and (pointer: coarse), (any-pointer: fine)';

/** With a mouse the module loads at once; for touch it loads after the first selection. */
const subscribe: typeof dragAndDrop.onLoaded = (listener) => {
  // If loading fails, the next list retries.
  if (dragAndDrop.current() === null && matchMedia(MOUSE_QUERY).matches) dragAndDrop.load().catch(() => undefined);
  return dragAndDrop.onLoaded(listener);
};

/** The drag-and-drop module, or null until it is loaded. */
export const useDragAndDrop = (): Awaited<ReturnType<typeof dragAndDrop.load>> | null =>
  useSyncExternalStore(subscribe, dragAndDrop.current);
