import { useSyncExternalStore } from 'react';
import { desktopMedia } from '../platform/viewport.ts';

/** True on screens too narrow for windows. */
export const usePhone = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = desktopMedia();
      media.addEventListener('change', changed);
      return () => {
        media.removeEventListener('change', changed);
      };
    },
    () => !desktopMedia().matches,
  );
