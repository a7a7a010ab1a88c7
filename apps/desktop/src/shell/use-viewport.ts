import { useSyncExternalStore } from 'react';

/** From this width upward the page is a desktop with windows; below, every app is one full-screen page (ui.md). */
export const DESKTOP_WIDTH = 800;

const query = (): MediaQueryList => window.matchMedia(`(min-width: ${DESKTOP_WIDTH}px)`);

/** True on screens too narrow for windows. */
export const usePhone = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = query();
      media.addEventListener('change', changed);
      return () => {
        media.removeEventListener('change', changed);
      };
    },
    () => !query().matches,
  );
