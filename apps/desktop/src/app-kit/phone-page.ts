import { createContext, use } from 'react';

/** The page of a phone that an app is shown on. */
export interface PhonePage {
  readonly title: string;
  /** Leaves the page; null on the first page of a place. */
  readonly leave: (() => void) | null;
  /** Where an app puts buttons into the header of the page (`HeadActs`); null where it draws its own. */
  readonly head: HTMLElement | null;
}

/** Null in a window of the desktop. */
export const PhonePageContext = createContext<PhonePage | null>(null);

/** The page around, for an app that draws its own header there (`ownHeader`); null in a window. */
export const usePhonePage = (): PhonePage | null => use(PhonePageContext);
