import { decode } from '@boxwood/command-bus/codecs';
import type { DesktopWindow } from '@boxwood/domain';
import { memo, Suspense, use, useMemo, useState } from 'react';
import type { ServiceScope } from '../composition/service-scope.ts';
import { loadChunk } from '../platform/lazy.ts';
import { useScope } from '../react/scope.tsx';
import type { AnyApp, AppManifest, AppModule, AppProps } from './define-app.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import type { AppId, AppLinks } from './links.ts';
import { WindowSkeleton } from './WindowSkeleton.tsx';

type Module = AppModule<AppLinks[AppId]>;

const boundIn = new WeakMap<ServiceScope, Set<AppId>>();

/** Stands for a window where an app is the whole page; it names no window, so what is done to it does nothing. */
export const FULL_PAGE = 'full-page' as DesktopWindow['id'];

/** Loads an app and binds its services once per sign-in. */
const prepare = async (app: AppManifest, scope: ServiceScope): Promise<Module> => {
  const module = await loadChunk(app.load);
  const bound = boundIn.get(scope) ?? new Set<AppId>();
  boundIn.set(scope, bound);
  if (!bound.has(app.id)) {
    bound.add(app.id);
    module.bind?.(scope);
  }
  return module;
};

const Loaded = ({ module, ...props }: AppProps<AppLinks[AppId]> & { readonly module: Promise<Module> }) => {
  const { App } = use(module);
  return <App {...props} />;
};

interface AppContentProps {
  readonly app: AnyApp;
  readonly window: DesktopWindow['id'];
  /** As stored with the window; decoded here. */
  readonly params: unknown;
  readonly pageIndex: number;
}

const Content = ({ app, window, params, pageIndex }: AppContentProps) => {
  const scope = useScope();
  // Codec and component of an app belong to the same id; only the union of all apps loses that tie.
  const manifest = app as AppManifest;
  const [module, setModule] = useState(() => prepare(manifest, scope));
  const decoded = useMemo(() => decode(manifest.params, params ?? {}), [manifest, params]);
  return (
    <ErrorBoundary
      onRetry={() => {
        setModule(prepare(manifest, scope));
      }}
      fetch={() => loadChunk(manifest.load)}
    >
      <Suspense fallback={<WindowSkeleton sided={manifest.sided === true} />}>
        {decoded._tag === 'Right' ? (
          <Loaded module={module} window={window} params={decoded.right} pageIndex={pageIndex} />
        ) : (
          <Undecodable issues={decoded.left} />
        )}
      </Suspense>
    </ErrorBoundary>
  );
};

const Undecodable = ({ issues }: { readonly issues: readonly string[] }): never => {
  throw new TypeError(`the window's parameters do not fit: ${issues.join('; ')}`);
};

/**
 * The content of one window: loads the app, shows a skeleton meanwhile, keeps failures inside the window. It renders again only
 * when app, parameters or page change; dragging a window does not touch it.
 */
export const AppContent = memo(Content);
