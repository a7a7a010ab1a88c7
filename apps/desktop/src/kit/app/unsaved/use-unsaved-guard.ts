import type { WindowId } from '@boxwood/domain';
import { useCallback, useEffect, useRef } from 'react';
import { DesktopToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';

/**
 * Protects unsaved input: while `unsaved`, closing the window or changing its page calls `confirm` with a function that
 * continues, and the browser asks before it leaves the page. `confirm` must be stable; `window` is null for input that
 * does not depend on a window. @returns a function that ends the protection, after the user agreed to lose the input
 */
export const useUnsavedGuard = (
  window: WindowId | null,
  unsaved: boolean,
  confirm: (go: () => void) => void = doNothing,
): (() => void) => {
  const desktop = useService(DesktopToken);
  const releaseGuard = useRef(doNothing);
  useEffect(() => {
    if (!unsaved) return undefined;
    const release = window === null ? doNothing : desktop.guard(window, confirm);
    const onBeforeUnload = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', onBeforeUnload);
    releaseGuard.current = () => {
      release();
      globalThis.removeEventListener('beforeunload', onBeforeUnload);
    };
    return () => {
      releaseGuard.current();
    };
  }, [desktop, window, unsaved, confirm]);
  return useCallback(() => {
    releaseGuard.current();
  }, []);
};

const doNothing = (): void => undefined;
