import type { SessionStage } from '@boxwood/domain';
import type { ComponentType } from 'react';
import { ErrorBoundary } from '../app-kit/ErrorBoundary.tsx';
import { part } from '../app-kit/part.tsx';
import { RouterToken, SessionToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { AwayPage } from '../sign-in/AwayPage.tsx';
import { SignInPage } from '../sign-in/SignInPage.tsx';
import { Starting } from '../sign-in/Starting.tsx';
import type { Route } from './route.ts';

const page = <P extends object>(fetch: () => Promise<ComponentType<P>>) => part(fetch, () => <Starting />);
const fetchFirst = () => import('../sign-in/first-pages.ts');
const fetchBoxes = () => import('../sign-in/box-pages.ts');
const fetchHome = () => import('../shell/Home.tsx');
const SetupPage = page(async () => (await fetchFirst()).SetupPage);
const NewcomerPage = page(async () => (await fetchFirst()).NewcomerPage);
const ChooserPage = page(async () => (await fetchBoxes()).ChooserPage);
const ConnectionPage = page(async () => (await fetchBoxes()).ConnectionPage);
const Home = page(async () => (await fetchHome()).Home);
const DocumentPage = page(async () => (await fetchHome()).DocumentPage);

/** The page for a route and a session stage; the navigation keeps the two consistent. */
const Page = ({ route, stage }: { readonly route: Route; readonly stage: SessionStage }) => {
  if (route.page === 'sign-in') {
    if (route.setup !== null) return <SetupPage code={route.setup} />;
    return route.join === null ? <SignInPage /> : <NewcomerPage join={route.join} />;
  }
  if (route.page === 'chooser') return stage.at === 'choosing' ? <ChooserPage auto={route.auto} /> : <Starting />;
  if (route.page === 'connection') return <ConnectionPage mode={route.mode} />;
  if (stage.at !== 'in') return <Starting />;
  return route.page === 'home' ? <Home stage={stage} /> : <DocumentPage stage={stage} path={route.path} />;
};

/** Startup state of the page; `away`: its box does not answer. */
export type PageState = 'starting' | 'away' | 'ready';

/** Shows the start page, the offline page or the page of the current route. */
export const Root = ({ state }: { readonly state: PageState }) => {
  const route = useStream(useService(RouterToken).route$);
  const stage = useStream(useService(SessionToken).stage$);
  if (state === 'away') return <AwayPage />;
  if (state === 'starting') return <Starting />;
  return (
    <ErrorBoundary key={route.page}>
      <Page route={route} stage={stage} />
    </ErrorBoundary>
  );
};
