import { StrictMode, useEffect, useState } from 'react';
import type { ServiceScope } from '../composition/service-scope.ts';
import { ScopeProvider } from '../react/scope.tsx';
import { type PageState, Root } from './Root.tsx';

/** The root component. `initialState` is the startup state at the first render; `startup` resolves to the final one. */
export const WholePage = ({
  scope,
  begun,
  started,
}: {
  readonly scope: ServiceScope;
  readonly begun: PageState;
  readonly started: Promise<PageState> | null;
}) => {
  const [state, setState] = useState(begun);
  useEffect(() => {
    void started?.then(setState);
  }, [started]);
  return (
    <StrictMode>
      <ScopeProvider scope={scope}>
        <Root state={state} />
      </ScopeProvider>
    </StrictMode>
  );
};
