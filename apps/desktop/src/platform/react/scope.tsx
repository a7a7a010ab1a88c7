import { createContext, type ReactNode, use } from 'react';
import type { ServiceScope, Token } from '../../composition/service-scope.ts';

const ScopeContext = createContext<ServiceScope | null>(null);

/** Provides a service scope to a part of the page: the root scope for everything, a session scope for the desktop. */
export const ScopeProvider = ({ scope, children }: { readonly scope: ServiceScope; readonly children: ReactNode }) => (
  <ScopeContext value={scope}>{children}</ScopeContext>
);

/** The scope itself, for code that binds services of a lazily loaded app. Screens use {@link useService}. */
export const useScope = (): ServiceScope => {
  const scope = use(ScopeContext);
  if (scope === null) throw new Error('no ServiceScope above this component');
  return scope;
};

/**
 * Returns a service of the nearest scope. Together with {@link useStream} it is the access of components to the domain.
 */
export const useService = <T,>(id: Token<T>): T => useScope().get(id);
