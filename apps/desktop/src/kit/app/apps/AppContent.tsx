import { decode } from '@boxwood/command-bus/codecs';
import type { DesktopWindow } from '@boxwood/domain';
import { createLazyModule, type LazyModule } from '@boxwood/ui';
import { memo, useMemo } from 'react';
import type { ServiceScope } from '../../../composition/service-scope.ts';
import { loadChunk } from '../../../platform/load-chunk.ts';
import { useScope } from '../../../platform/react/scope.tsx';
import type { AnyApp, AppManifest, AppModule, AppProps } from './define-app.ts';
import { ErrorBoundary } from '../window-states/ErrorBoundary.tsx';
import type { AppId, AppLinks } from './app-links.ts';
import { useLazyPart } from '../lazy-parts/use-lazy-part.ts';
import { WindowContext } from './window-context.ts';
import { WindowSkeleton } from '../window-states/WindowSkeleton.tsx';

type LoadedAppModule = AppModule<AppLinks[AppId]>;

const boundAppsByScope = new WeakMap<ServiceScope, Set<AppId>>();

/** Window id for an app that is the whole page; it matches no window, so window operations do nothing. */
export const FULL_PAGE = 'full-page' as DesktopWindow['id'];

const modulesByApp = new WeakMap<AppManifest, LazyModule<LoadedAppModule>>();
const moduleOf = (app: AppManifest): LazyModule<LoadedAppModule> => {
  const lazyModule = modulesByApp.get(app) ?? createLazyModule(() => app.load());
  modulesByApp.set(app, lazyModule);
  return lazyModule;
};

/** Binds the services of an app once per session. */
const bindIn = (scope: ServiceScope, id: AppId, module: LoadedAppModule): void => {
  const bound = boundAppsByScope.get(scope) ?? new Set<AppId>();
  boundAppsByScope.set(scope, bound);
  if (bound.has(id)) return;
  bound.add(id);
  module.bind?.(scope);
};

const LoadedApp = ({ app, ...props }: AppProps<AppLinks[AppId]> & { readonly app: AppManifest }) => {
  const scope = useScope();
  const module = useLazyPart(moduleOf(app));
  if (module === null) return <WindowSkeleton hasSidebar={app.hasSidebar === true} />;
  bindIn(scope, app.id, module);
  return <module.App {...props} />;
};

interface AppContentProps {
  readonly app: AnyApp;
  readonly window: DesktopWindow['id'];
  /** As stored with the window; decoded here. */
  readonly params: unknown;
  readonly pageIndex: number;
}

const Content = ({ app, window, params, pageIndex }: AppContentProps) => {
  // Codec and component of an app belong to the same id; only the union of all apps loses that relation.
  const manifest = app as AppManifest;
  const decoded = useMemo(() => decode(manifest.params, params ?? {}), [manifest, params]);
  return (
    <ErrorBoundary reloadChunk={() => loadChunk(moduleOf(manifest).load)}>
      {decoded._tag === 'Right' ? (
        <WindowContext value={window}>
          <LoadedApp app={manifest} window={window} params={decoded.right} pageIndex={pageIndex} />
        </WindowContext>
      ) : (
        <Undecodable issues={decoded.left} />
      )}
    </ErrorBoundary>
  );
};

const Undecodable = ({ issues }: { readonly issues: readonly string[] }): never => {
  throw new TypeError(`the window's parameters do not fit: ${issues.join('; ')}`);
};

/**
 * The content of one window: loads the app, shows a skeleton meanwhile, and contains failures. It renders again only
 * when app, parameters or page change; dragging a window does not affect it.
 */
export const AppContent = memo(Content);
