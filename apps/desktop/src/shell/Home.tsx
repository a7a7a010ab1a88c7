import type { SessionStage } from '@boxwood/domain';
import { AppContent, FULL_PAGE } from '../app-kit/AppContent.tsx';
import { LauncherToken, SessionScopeToken } from '../composition/tokens.ts';
import { ScopeProvider, useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { Shell } from './Shell.tsx';
import { useText } from '../react/use-text.ts';
import { Notice } from '../app-kit/WindowStates.tsx';
import { shell } from './messages.ts';

type Signed = Extract<SessionStage, { readonly at: 'in' }>;

/** `/home`: the desktop with the services of this session. */
export const Home = ({ stage }: { readonly stage: Signed }) => {
  const scope = useStream(useService(SessionScopeToken).scope$);
  if (scope === null) return null;
  return (
    <ScopeProvider scope={scope}>
      <Shell stage={stage} />
    </ScopeProvider>
  );
};

/** `/wpsoffice?path=`: one document as a full page (ROUTE-07). */
export const DocumentPage = ({ path }: { readonly stage: Signed; readonly path: string }) => {
  const scope = useStream(useService(SessionScopeToken).scope$);
  if (scope === null) return null;
  return (
    <ScopeProvider scope={scope}>
      <FullDocument path={path} />
    </ScopeProvider>
  );
};

const FullDocument = ({ path }: { readonly path: string }) => {
  const t = useText(shell);
  const launcher = useService(LauncherToken);
  const app = launcher.find('document');
  return app === undefined ? (
    <Notice title={t('unknownApp')} />
  ) : (
    <AppContent app={app} window={FULL_PAGE} params={{ path }} pageIndex={1} />
  );
};
