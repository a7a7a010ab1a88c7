import { createContext } from 'react';

/**
 * Registers a handler for the browser's Back button. Returns a function that removes it when the surface was closed by
 * other means.
 */
export type PushBackHandler = (close: () => void) => () => void;

/** Gives dialogs, sheets and menus an entry in the browser's history; null where Back does not close them. */
export const BackContext = createContext<PushBackHandler | null>(null);
