import { type Resolved, type ServiceScope, type Token, token } from '../composition/service-scope.ts';
import { useScope } from './scope.tsx';

/** The hook that gets a late service, and what another late one needs to be made of it. */
export interface LateService<T> {
  (): T;
  readonly id: Token<T>;
  /** Says in a scope how it is made, unless that is known there. */
  readonly bindIn: (scope: ServiceScope) => void;
}

/**
 * A service that comes with the code that first shows it, instead of with the sign-in: it is bound in the scope of whoever uses it first, and ends with
 * that. @param after the late services whose ids are among its `needs`
 */
export const lateService = <T, const D extends readonly symbol[]>(
  name: string,
  needs: D,
  make: (...services: Resolved<D>) => T,
  after: readonly Pick<LateService<unknown>, 'bindIn'>[] = [],
): LateService<T> => {
  const id = token<T>(name);
  const bindIn = (scope: ServiceScope): void => {
    for (const one of after) one.bindIn(scope);
    if (!scope.has(id)) scope.bind(id, needs, make);
  };
  const useLate = (): T => {
    const scope = useScope();
    bindIn(scope);
    return scope.get(id);
  };
  return Object.assign(useLate, { id, bindIn });
};
