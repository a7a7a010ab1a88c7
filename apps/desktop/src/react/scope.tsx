import { createContext, type ReactNode, use } from 'react';
import type { ServiceScope, Token } from '../composition/service-scope.ts';

const ScopeContext = createContext<ServiceScope | null>(null);

/** Puts a scope under a part of the page: the root's around everything, a sign-in's around the desktop. */
export const ScopeProvider = ({ scope, children }: { readonly scope: ServiceScope; readonly children: ReactNode }) => (
  <ScopeContext value={scope}>{children}</ScopeContext>
);

/** The scope itself, for code that binds services of a lazily loaded app. Screens use {@link useService}. */
export const useScope = (): ServiceScope => {
  const scope = use(ScopeContext);
  if (scope === null) throw new Error('no ServiceScope above this component');
  return scope;
};

/** One of the two doors from a component to the domain: the service of the nearest scope. */
export const useService = <T,>(id: Token<T>): T => useScope().get(id);
