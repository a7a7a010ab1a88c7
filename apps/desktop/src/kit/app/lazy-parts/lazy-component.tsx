import { createLazyModule } from '@boxwood/ui';
import type { ComponentType, ReactNode } from 'react';
import { useLazyPart } from './use-lazy-part.ts';

/**
 * A lazily loaded component: loaded when it is first shown, rendered synchronously afterwards; `waiting` is shown
 * meanwhile. React's `lazy` would delay a loaded component by up to 300 ms after any other placeholder was shown.
 */
export const lazyComponent = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: (props: P) => ReactNode = () => null,
): ComponentType<P> => {
  const lazyPart = createLazyModule(load);
  return (props) => {
    const Part = useLazyPart(lazyPart);
    return Part === null ? waiting(props) : <Part {...props} />;
  };
};
