import '@boxwood/ui/tokens.css';
import './theme/face.css';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { bindPage, startPage } from './composition/app-services.ts';
import { ServiceScope } from './composition/service-scope.ts';
import { catchDrops } from './platform/catch-drops.ts';
import { catchInstall } from './platform/install.ts';
import { ScopeProvider } from './react/scope.tsx';
import { watchStyles } from './platform/styles.ts';
import { type PageState, Root } from './routes/Root.tsx';

/** Milliseconds before the page says that it is starting: what is gone at once is only work, and delays what comes after it. */
const SPLASH_AFTER_MS = 150;

catchDrops(window);
catchInstall(window);
watchStyles(window);
const scope = bindPage(ServiceScope.root(), window);
let reached: PageState = 'starting';
const started = startPage(scope, window).then((state) => {
  reached = state;
});

const Page = () => {
  const [state, setState] = useState(reached);
  useEffect(() => {
    void started.then(() => {
      setState(reached);
    });
  }, []);
  return <Root state={state} />;
};

const show = (element: HTMLElement): void => {
  createRoot(element).render(
    <StrictMode>
      <ScopeProvider scope={scope}>
        <Page />
      </ScopeProvider>
    </StrictMode>,
  );
};

const element = document.getElementById('root');
if (element !== null)
  void Promise.race([started, new Promise((resolve) => setTimeout(resolve, SPLASH_AFTER_MS))]).finally(() => {
    show(element);
  });
