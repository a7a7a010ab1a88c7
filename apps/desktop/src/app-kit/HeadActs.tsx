import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { usePhonePage } from './phone-page.ts';

/** One or two buttons of an app in the header of its phone page. */
export const HeadActs = ({ children }: { readonly children: ReactNode }) => {
  const head = usePhonePage()?.head ?? null;
  return head === null ? null : createPortal(children, head);
};
