import type { WindowId } from '@boxwood/domain';
import { useCallback, useEffect, useRef } from 'react';
import { DesktopToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';

/**
 * Keeps what a person typed from being closed away: while `unsaved`, closing the window or turning it to another page calls `ask` instead, with
 * what does it after all, and the browser asks before it leaves the page. `ask` must not change between renders; `window` is null for what is not
 * lost with a window. @returns ends that at once, for what was agreed to be lost
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
