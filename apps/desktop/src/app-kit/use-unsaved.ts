import type { WindowId } from '@boxwood/domain';
import { useEffect } from 'react';
import { DesktopToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';

/**
 * Keeps what a person typed from being closed away: while `unsaved`, closing the window calls `ask` instead, and the browser asks
 * before it leaves the page. `ask` must not change between renders.
 */
export const useUnsaved = (window: WindowId, unsaved: boolean, ask: () => void): void => {
  const desktop = useService(DesktopToken);
  useEffect(() => {
    if (!unsaved) return undefined;
    const release = desktop.hold(window, ask);
    const leaving = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', leaving);
    return () => {
      release();
      globalThis.removeEventListener('beforeunload', leaving);
    };
  }, [desktop, window, unsaved, ask]);
};
