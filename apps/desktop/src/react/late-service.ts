import { type Resolved, token } from '../composition/service-scope.ts';
import { useScope } from './scope.tsx';

/**
 * A service that comes with the code that first shows it, instead of with the sign-in: it is bound in the scope of whoever uses it first, and ends with
 * that. @returns the hook that gets it
 */
export const lateService = <T, const D extends readonly symbol[]>(
  name: string,
  needs: D,
  make: (...services: Resolved<D>) => T,
): (() => T) => {
  const id = token<T>(name);
  return () => {
    const scope = useScope();
    if (!scope.has(id)) scope.bind(id, needs, make);
    return scope.get(id);
  };
};
