import type { SessionStage } from '@boxwood/domain';
import { AppContent, FULL_PAGE } from '../kit/app/apps/AppContent.tsx';
import { LauncherToken, SessionScopeToken } from '../composition/service-tokens.ts';
import { ScopeProvider, useService } from '../platform/react/scope.tsx';
import { useStream } from '../platform/react/use-stream.ts';
import { Shell } from './Shell.tsx';
import { useText } from '../platform/react/use-text.ts';
import { WindowNotice } from '../kit/app/window-states/WindowStates.tsx';
import { shellMessages } from './messages.ts';

type SignedInStage = Extract<SessionStage, { readonly at: 'in' }>;

/** `/home`: the desktop with the services of this session. */
export const Home = ({ stage }: { readonly stage: SignedInStage }) => {
  const scope = useStream(useService(SessionScopeToken).scope$);
  if (scope === null) return null;
  return (
    <ScopeProvider scope={scope}>
      <Shell stage={stage} />
    </ScopeProvider>
  );
};

/** `/wpsoffice?path=`: one document as a full page (ROUTE-07). */
export const DocumentPage = ({ path }: { readonly stage: SignedInStage; readonly path: string }) => {
  const scope = useStream(useService(SessionScopeToken).scope$);
  if (scope === null) return null;
  return (
    <ScopeProvider scope={scope}>
      <FullPageDocument path={path} />
    </ScopeProvider>
  );
};

const FullPageDocument = ({ path }: { readonly path: string }) => {
  const t = useText(shellMessages);
  const launcher = useService(LauncherToken);
  const app = launcher.find('document');
  return app === undefined ? (
    <WindowNotice title={t('unknownApp')} />
  ) : (
    <AppContent app={app} window={FULL_PAGE} params={{ path }} pageIndex={1} />
  );
};
