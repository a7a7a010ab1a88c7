import { act } from '@testing-library/react';
import { desktopMedia, panesMedia } from '../platform/viewport.ts';

/** The page as wide as a phone or as a desktop. */
export type ScreenKind = 'phone' | 'desktop';

const initialMatches = new WeakMap<MediaQueryList, boolean>();

const setMatches = (media: MediaQueryList, matches: boolean): void => {
  if (!initialMatches.has(media)) initialMatches.set(media, media.matches);
  if (media.matches === matches) return;
  Object.defineProperty(media, 'matches', { configurable: true, value: matches });
  media.dispatchEvent(new Event('change'));
};

/**
 * Sets the kind of screen. Test files of one worker share modules, and `viewport.ts` keeps its first MediaQueryList, so
 * that object is changed instead of `window.matchMedia`.
 */
export const setScreen = (kind: ScreenKind): void => {
  act(() => {
    for (const media of [desktopMedia(), panesMedia()]) setMatches(media, kind === 'desktop');
  });
};

/** Returns to the screen before {@link setScreen}, for the other test files of the worker. */
export const resetScreen = (): void => {
  for (const media of [desktopMedia(), panesMedia()]) setMatches(media, initialMatches.get(media) ?? media.matches);
};
