import type { SessionStage } from '@boxwood/domain';
import type { ComponentType } from 'react';
import { ErrorBoundary } from '../../kit/app/window-states/ErrorBoundary.tsx';
import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import { RouterToken, SessionToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { BoxUnreachablePage } from '../sign-in/BoxUnreachablePage.tsx';
import { SignInPage } from '../sign-in/SignInPage.tsx';
import { StartingScreen } from '../sign-in/StartingScreen.tsx';
import type { Route } from './route.ts';

const lazyPage = <P extends object>(importPage: () => Promise<ComponentType<P>>) =>
  lazyComponent(importPage, () => <StartingScreen />);
const fetchFirst = () => import('../sign-in/onboarding-pages.ts');
const fetchBoxes = () => import('../sign-in/box-pages.ts');
const fetchHome = () => import('../Home.tsx');
const SetupPage = lazyPage(async () => (await fetchFirst()).SetupPage);
const NewcomerPage = lazyPage(async () => (await fetchFirst()).JoinOrRecoverPage);
const ChooserPage = lazyPage(async () => (await fetchBoxes()).BoxChooserPage);
const ConnectionPage = lazyPage(async () => (await fetchBoxes()).ConnectionPage);
const Home = lazyPage(async () => (await fetchHome()).Home);
const DocumentPage = lazyPage(async () => (await fetchHome()).DocumentPage);

/** The page for a route and a session stage; the navigation keeps the two consistent. */
const Page = ({ route, stage }: { readonly route: Route; readonly stage: SessionStage }) => {
  if (route.page === 'sign-in') {
    if (route.setup !== null) return <SetupPage code={route.setup} />;
    return route.join === null ? <SignInPage /> : <NewcomerPage join={route.join} />;
  }
  if (route.page === 'chooser')
    return stage.at === 'choosing' ? <ChooserPage entersAutomatically={route.auto} /> : <StartingScreen />;
  if (route.page === 'connection') return <ConnectionPage mode={route.mode} />;
  if (stage.at !== 'in') return <StartingScreen />;
  return route.page === 'home' ? <Home stage={stage} /> : <DocumentPage stage={stage} path={route.path} />;
};

/** Startup state of the page; `away`: its box does not answer. */
export type PageState = 'starting' | 'away' | 'ready';

/** Shows the start page, the offline page or the page of the current route. */
export const Root = ({ state }: { readonly state: PageState }) => {
  const route = useStream(useService(RouterToken).route$);
  const stage = useStream(useService(SessionToken).stage$);
  if (state === 'away') return <BoxUnreachablePage />;
  if (state === 'starting') return <StartingScreen />;
  return (
    <ErrorBoundary key={route.page}>
      <Page route={route} stage={stage} />
    </ErrorBoundary>
  );
};
