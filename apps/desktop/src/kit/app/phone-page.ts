import { createContext, use } from 'react';

/** The phone page that shows an app. */
export interface PhonePage {
  readonly title: string;
  /** Leaves the page; null on the start page of a tab. */
  readonly leave: (() => void) | null;
  /** The header element for an app's buttons (`PageHeaderActions`); null where the app draws its own header. */
  readonly headerElement: HTMLElement | null;
}

/** Null in a window of the desktop. */
export const PhonePageContext = createContext<PhonePage | null>(null);

/** The surrounding phone page, for an app that draws its own header (`ownHeader`); null in a window. */
export const usePhonePage = (): PhonePage | null => use(PhonePageContext);
