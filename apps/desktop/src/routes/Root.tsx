import type { SessionStage } from '@boxwood/domain';
import { lazy as reactLazy, Suspense } from 'react';
import { ErrorBoundary } from '../app-kit/ErrorBoundary.tsx';
import { RouterToken, SessionToken } from '../composition/tokens.ts';
import { loadChunk } from '../platform/lazy.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { AwayPage } from '../sign-in/AwayPage.tsx';
import { SignInPage } from '../sign-in/SignInPage.tsx';
import { Starting } from '../sign-in/Starting.tsx';
import type { Route } from './route.ts';

const SetupPage = reactLazy(() =>
  loadChunk(async () => ({ default: (await import('../sign-in/SetupPage.tsx')).SetupPage })),
);
const JoinPage = reactLazy(() =>
  loadChunk(async () => ({ default: (await import('../sign-in/JoinPage.tsx')).JoinPage })),
);
const ChooserPage = reactLazy(() =>
  loadChunk(async () => ({ default: (await import('../sign-in/ChooserPage.tsx')).ChooserPage })),
);
const ConnectionPage = reactLazy(() =>
  loadChunk(async () => ({ default: (await import('../sign-in/ConnectionPage.tsx')).ConnectionPage })),
);
const Home = reactLazy(() => loadChunk(async () => ({ default: (await import('../shell/Home.tsx')).Home })));
const DocumentPage = reactLazy(() =>
  loadChunk(async () => ({ default: (await import('../shell/Home.tsx')).DocumentPage })),
);

/** Which page a route and a session show together; the navigation keeps the two in step. */
const Page = ({ route, stage }: { readonly route: Route; readonly stage: SessionStage }) => {
  if (route.page === 'sign-in') {
    if (route.setup !== null) return <SetupPage code={route.setup} />;
    return route.join ? <JoinPage /> : <SignInPage />;
  }
  if (route.page === 'chooser') return stage.at === 'choosing' ? <ChooserPage auto={route.auto} /> : <Starting />;
  if (route.page === 'connection') return <ConnectionPage mode={route.mode} />;
  if (stage.at !== 'in') return <Starting />;
  return route.page === 'home' ? <Home stage={stage} /> : <DocumentPage stage={stage} path={route.path} />;
};

/** How far the page has come: its box may not answer. */
export type PageState = 'starting' | 'away' | 'ready';

/** The whole page. */
export const Root = ({ state }: { readonly state: PageState }) => {
  const route = useStream(useService(RouterToken).route$);
  const stage = useStream(useService(SessionToken).stage$);
  if (state === 'away') return <AwayPage />;
  if (state === 'starting') return <Starting />;
  return (
    <ErrorBoundary key={route.page}>
      <Suspense fallback={<Starting />}>
        <Page route={route} stage={stage} />
      </Suspense>
    </ErrorBoundary>
  );
};
