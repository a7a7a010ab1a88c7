import { createContext } from 'react';

/** Says that something was opened which the Back of the browser closes. @returns says that it was closed by other means */
export type PushBack = (close: () => void) => () => void;

/** What gives dialogs, sheets and menus a place in the browser's history; null where Back is not theirs. */
export const BackContext = createContext<PushBack | null>(null);
