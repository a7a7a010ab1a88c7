import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { usePhonePage } from './phone-page.ts';

/** One or two buttons of an app in the header of its phone page. */
export const PageHeaderActions = ({ children }: { readonly children: ReactNode }) => {
  const headerElement = usePhonePage()?.headerElement ?? null;
  return headerElement === null ? null : createPortal(children, headerElement);
};
