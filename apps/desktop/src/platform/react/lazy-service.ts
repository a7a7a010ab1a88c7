import { type Resolved, type ServiceScope, type Token, token } from '../../composition/service-scope.ts';
import { useScope } from './scope.tsx';

/** A hook that returns a lazy service, with what another lazy service needs to depend on it. */
export interface LazyService<T> {
  (): T;
  readonly id: Token<T>;
  /** Binds the service in a scope, unless it is bound there already. */
  readonly bindIn: (scope: ServiceScope) => void;
}

/**
 * Declares a service that loads with the code that first shows it instead of with the session. It is bound in the scope
 * of its first user and is closed with that scope. @param after the lazy services whose ids are among its `needs`
 */
export const lazyService = <T, const D extends readonly symbol[]>(
  name: string,
  needs: D,
  make: (...services: Resolved<D>) => T,
  after: readonly Pick<LazyService<unknown>, 'bindIn'>[] = [],
): LazyService<T> => {
  const id = token<T>(name);
  const bindIn = (scope: ServiceScope): void => {
    for (const one of after) one.bindIn(scope);
    if (!scope.has(id)) scope.bind(id, needs, make);
  };
  const useLazyService = (): T => {
    const scope = useScope();
    bindIn(scope);
    return scope.get(id);
  };
  return Object.assign(useLazyService, { id, bindIn });
};
