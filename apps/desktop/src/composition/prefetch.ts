import { desktopMedia } from '../platform/viewport.ts';
import { fetchFrame, fetchPhone } from '../shell/fetch.ts';
import { fetchSessionPorts } from './ports/lazy-session-ports.ts';
import type { ServingBox } from './serving-box.ts';

const fetchAll = (serving: ServingBox): void => {
  // Prefetch only: the code that needs a chunk requests it again and handles a failure there.
  void Promise.allSettled([
    fetchSessionPorts(serving),
    import('./session-services.ts'),
    import('../shell/Home.tsx'),
    desktopMedia().matches ? fetchFrame() : fetchPhone(),
  ]);
};

/**
 * Prefetches the desktop: at once and in parallel when a stored session is continued (`known`); otherwise at the first
 * key press in the sign-in form, so that the form never waits for it.
 */
export const prefetchDesktop = (page: Window, known: boolean, serving: ServingBox): void => {
  const fetch = (): void => {
    fetchAll(serving);
  };
  if (known) fetch();
  else page.addEventListener('input', fetch, { once: true, passive: true });
};
