import { later, type Later } from '@boxwood/ui';
import { useState } from 'react';
import { loadChunk } from '../platform/lazy.ts';
import type { AnyApp, StartModule, StartProps } from './define-app.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { usePart } from './use-part.ts';
import { WindowSkeleton } from './WindowSkeleton.tsx';

const Loaded = ({ module, lead }: StartProps & { readonly module: Later<StartModule> }) => {
  const here = usePart(module);
  return here === null ? <WindowSkeleton /> : <here.Start lead={lead} />;
};

interface AppStartProps extends StartProps {
  readonly app: AnyApp | undefined;
}

/** The start page of an app that is a tab of the phone shell. */
export const AppStart = ({ app, lead }: AppStartProps) =>
  app?.start === undefined ? null : <Present start={app.start} lead={lead} />;

const Present = ({ start, lead }: StartProps & { readonly start: () => Promise<StartModule> }) => {
  const [module] = useState(() => later(start));
  return (
    <ErrorBoundary fetch={() => loadChunk(module.load)}>
      <Loaded module={module} lead={lead} />
    </ErrorBoundary>
  );
};
