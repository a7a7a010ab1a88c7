import { useSyncExternalStore } from 'react';
import { desktopMedia, panesMedia } from '../../platform/viewport.ts';

const useMatches = (media: () => MediaQueryList): boolean =>
  useSyncExternalStore(
    (listener) => {
      const mediaQuery = media();
      mediaQuery.addEventListener('change', listener);
      return () => {
        mediaQuery.removeEventListener('change', listener);
      };
    },
    () => media().matches,
  );

/** True on screens too narrow for windows. */
export const useIsPhone = (): boolean => !useMatches(desktopMedia);

/** True where a list and the item opened from it are shown in two panes. */
export const useHasTwoPanes = (): boolean => useMatches(panesMedia);
