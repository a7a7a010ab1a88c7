import { StrictMode, useEffect, useState } from 'react';
import type { ServiceScope } from '../composition/service-scope.ts';
import { ScopeProvider } from '../react/scope.tsx';
import { type PageState, Root } from './Root.tsx';

/** Everything on the page. `begun`: how far it has come when it is first shown; `started`: when it has come as far as it comes. */
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
