import { later } from '@boxwood/ui';
import type { ComponentType, ReactNode } from 'react';
import { usePart } from './use-part.ts';

/**
 * A lazily loaded component: loaded when it is first shown, rendered synchronously afterwards; `waiting` is shown
 * meanwhile. React's `lazy` would delay a loaded component by up to 300 ms after any other placeholder was shown.
 */
export const part = <P extends object>(
  fetch: () => Promise<ComponentType<P>>,
  waiting: (props: P) => ReactNode = () => null,
): ComponentType<P> => {
  const fetched = later(fetch);
  return (props) => {
    const Part = usePart(fetched);
    return Part === null ? waiting(props) : <Part {...props} />;
  };
};
