import { later } from '@boxwood/ui';
import type { ComponentType, ReactNode } from 'react';
import { usePart } from './use-part.ts';

/**
 * A component that is fetched when it is first shown, and there at once ever after; `waiting` stands for it meanwhile. React's own `lazy` would keep
 * what has come back for the rest of 300 ms since it last showed something that waits, whoever waited.
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
