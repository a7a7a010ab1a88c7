import type { WindowId } from '@boxwood/domain';
import { useCallback, useEffect, useRef } from 'react';
import { DesktopToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';

/**
 * Protects unsaved input: while `unsaved`, closing the window or changing its page calls `confirm` with a function that
 * continues, and the browser asks before it leaves the page. `confirm` must be stable; `window` is null for input that
 * does not depend on a window. @returns a function that ends the protection, after the user agreed to lose the input
 */
export const useUnsaved = (
  window: WindowId | null,
  unsaved: boolean,
  ask: (go: () => void) => void = ignore,
): (() => void) => {
  const desktop = useService(DesktopToken);
  const end = useRef(ignore);
  useEffect(() => {
    if (!unsaved) return undefined;
    const release = window === null ? ignore : desktop.hold(window, ask);
    const leaving = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', leaving);
    end.current = () => {
      release();
      globalThis.removeEventListener('beforeunload', leaving);
    };
    return () => {
      end.current();
    };
  }, [desktop, window, unsaved, ask]);
  return useCallback(() => {
    end.current();
  }, []);
};

const ignore = (): void => undefined;
