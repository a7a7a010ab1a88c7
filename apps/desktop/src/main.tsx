import '@boxwood/ui/tokens.css';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { bindPage, startPage } from './composition/app-services.ts';
import { ServiceScope } from './composition/service-scope.ts';
import { ScopeProvider } from './react/scope.tsx';
import { Root } from './routes/Root.tsx';

const scope = bindPage(ServiceScope.root(), window);
const started = startPage(scope, window);

const Page = () => {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void started.then(() => {
      setReady(true);
    });
  }, []);
  return <Root ready={ready} />;
};

const element = document.getElementById('root');
if (element !== null) {
  createRoot(element).render(
    <StrictMode>
      <ScopeProvider scope={scope}>
        <Page />
      </ScopeProvider>
    </StrictMode>,
  );
}
