import { StrictMode, useEffect, useState } from 'react';
import type { ServiceScope } from '../../composition/service-scope.ts';
import { ScopeProvider } from '../../platform/react/scope.tsx';
import { type PageState, Root } from './Root.tsx';

/** The root component. `initialState` is the startup state at the first render; `startup` resolves to the final one. */
export const PageProviders = ({
  scope,
  initialState,
  startup,
}: {
  readonly scope: ServiceScope;
  readonly initialState: PageState;
  readonly startup: Promise<PageState> | null;
}) => {
  const [state, setState] = useState(initialState);
  useEffect(() => {
    void startup?.then(setState);
  }, [startup]);
  return (
    <StrictMode>
      <ScopeProvider scope={scope}>
        <Root state={state} />
      </ScopeProvider>
    </StrictMode>
  );
};
