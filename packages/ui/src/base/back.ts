import { createContext, use, useEffect } from 'react';
import { useLive } from './use-live.ts';

/** Says that something was opened which the Back of the browser closes. @returns says that it was closed by other means */
export type PushBack = (close: () => void) => () => void;

/** What gives dialogs, sheets and menus a place in the browser's history; null where Back is not theirs. */
export const BackContext = createContext<PushBack | null>(null);

/** While `open`, Back closes instead of leaving. */
export function useBack(open: boolean, close: () => void): void {
  const push = use(BackContext);
  const latest = useLive(close);
  useEffect(
    () =>
      open && push !== null
        ? push(() => {
            latest.current();
          })
        : undefined,
    [open, push, latest],
  );
}
