import { createLazyModule, type LazyModule } from '@boxwood/ui';
import { useState } from 'react';
import { loadChunk } from '../../../platform/load-chunk.ts';
import type { AnyApp, StartPageModule, StartPageProps } from './define-app.ts';
import { ErrorBoundary } from '../window-states/ErrorBoundary.tsx';
import { useLazyPart } from '../lazy-parts/use-lazy-part.ts';
import { WindowSkeleton } from '../window-states/WindowSkeleton.tsx';

const LoadedStartPage = ({ module, header }: StartPageProps & { readonly module: LazyModule<StartPageModule> }) => {
  const loaded = useLazyPart(module);
  return loaded === null ? <WindowSkeleton /> : <loaded.Start header={header} />;
};

interface AppStartPageProps extends StartPageProps {
  readonly app: AnyApp | undefined;
}

/** The start page of an app that is a tab of the phone shell. */
export const AppStartPage = ({ app, header }: AppStartPageProps) =>
  app?.start === undefined ? null : <StartPageFrame start={app.start} header={header} />;

const StartPageFrame = ({ start, header }: StartPageProps & { readonly start: () => Promise<StartPageModule> }) => {
  const [module] = useState(() => createLazyModule(start));
  return (
    <ErrorBoundary reloadChunk={() => loadChunk(module.load)}>
      <LoadedStartPage module={module} header={header} />
    </ErrorBoundary>
  );
};
