import { desktopMedia } from '../platform/viewport.ts';
import { loadDesktopFrame, loadPhoneShell } from '../shell/load-shell.ts';
import { prefetchSessionPorts } from './ports/lazy-session-ports.ts';
import type { ServingBox } from './serving-box.ts';

const prefetchChunks = (serving: ServingBox): void => {
  // Prefetch only: the code that needs a chunk requests it again and handles a failure there.
  void Promise.allSettled([
    prefetchSessionPorts(serving),
    import('./session-services.ts'),
    import('../shell/Home.tsx'),
    desktopMedia().matches ? loadDesktopFrame() : loadPhoneShell(),
  ]);
};

/**
 * Prefetches the desktop: at once and in parallel when a stored session is continued (`known`); otherwise at the first
 * key press in the sign-in form, so that the form never waits for it.
 */
export const prefetchDesktop = (page: Window, hasSession: boolean, serving: ServingBox): void => {
  const prefetch = (): void => {
    prefetchChunks(serving);
  };
  if (hasSession) prefetch();
  else page.addEventListener('input', prefetch, { once: true, passive: true });
};
