import { useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { ServiceScope } from '../../composition/service-scope.ts';
import { BackStepsToken } from '../../composition/service-tokens.ts';
import { BackNavigationSteps } from '../../shell/routes/back-navigation-steps.ts';
import { ScopeProvider } from './scope.tsx';
import { useBackSteps } from './use-back-steps.ts';

it('what is seen has its entry in the history: a reload or a Back in the same moment knows of it', () => {
  // Tests before this one share the window.
  history.replaceState(null, '');
  const scope = ServiceScope.root().bind(BackStepsToken, [], () => new BackNavigationSteps(window));
  const seenAt: unknown[] = [];
  const Opened = () => {
    useBackSteps(1, () => undefined);
    useLayoutEffect(() => {
      seenAt.push(history.state);
    });
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => {
    root.render(
      <ScopeProvider scope={scope}>
        <Opened />
      </ScopeProvider>,
    );
  });
  expect(seenAt).toEqual([1]);
  flushSync(() => {
    root.unmount();
  });
  scope.get(BackStepsToken).close();
});
