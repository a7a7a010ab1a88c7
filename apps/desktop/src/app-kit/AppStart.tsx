import { Suspense, use, useState } from 'react';
import { loadChunk } from '../platform/lazy.ts';
import type { AnyApp, StartModule, StartProps } from './define-app.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { WindowSkeleton } from './WindowSkeleton.tsx';

const Loaded = ({ module, lead }: StartProps & { readonly module: Promise<StartModule> }) => {
  const { Start } = use(module);
  return <Start lead={lead} />;
};

interface AppStartProps extends StartProps {
  readonly app: AnyApp | undefined;
}

/** The first page of an app that is a place of the phone. */
export const AppStart = ({ app, lead }: AppStartProps) =>
  app?.start === undefined ? null : <Present start={app.start} lead={lead} />;

const Present = ({ start, lead }: StartProps & { readonly start: () => Promise<StartModule> }) => {
  const [module, setModule] = useState(() => loadChunk(start));
  return (
    <ErrorBoundary
      onRetry={() => {
        setModule(loadChunk(start));
      }}
      fetch={() => loadChunk(start)}
    >
      <Suspense fallback={<WindowSkeleton />}>
        <Loaded module={module} lead={lead} />
      </Suspense>
    </ErrorBoundary>
  );
};
