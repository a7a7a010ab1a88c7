import { desktopMedia } from '../platform/viewport.ts';
import { fetchFrame, fetchPhone } from '../shell/fetch.ts';
import { fetchSessionPorts } from './ports/lazy-session-ports.ts';
import type { ServingBox } from './serving-box.ts';

const fetchAll = (serving: ServingBox): void => {
  // Only ahead of time: whoever needs a part asks for it again and hears of a failure there.
  void Promise.allSettled([
    fetchSessionPorts(serving),
    import('./session-services.ts'),
    import('../shell/Home.tsx'),
    desktopMedia().matches ? fetchFrame() : fetchPhone(),
  ]);
};

/**
 * Fetches the desktop while there is time: at once, side by side, when a session is `known` and continued; otherwise at the first
 * key that somebody presses in the form, so that the form itself never waits for it.
 */
export const prefetchDesktop = (page: Window, known: boolean, serving: ServingBox): void => {
  const fetch = (): void => {
    fetchAll(serving);
  };
  if (known) fetch();
  else page.addEventListener('input', fetch, { once: true, passive: true });
};
