import '@boxwood/ui/tokens.css';
import './platform/theme/face.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { bindPage, startPage } from './composition/page-services.ts';
import { ServiceScope } from './composition/service-scope.ts';
import { preventDropNavigation } from './platform/prevent-drop-navigation.ts';
import { captureInstallPrompt } from './platform/install-prompt.ts';
import { watchFailedStyles } from './platform/stylesheet-retry.ts';
import type { PageState } from './shell/routes/Root.tsx';
import { PageProviders } from './shell/routes/PageProviders.tsx';
import { isPrerendered } from './shell/sign-in/prerendered-form.ts';

/** Delay in ms before the start page is shown: a start page that disappears at once only costs time. */
const SPLASH_DELAY_MS = 150;

preventDropNavigation(window);
captureInstallPrompt(window);
watchFailedStyles(window);
const scope = bindPage(ServiceScope.root(), window);
let pageState: PageState = 'starting';
const startup = startPage(scope, window).then((state) => {
  pageState = state;
  return state;
});

const renderPage = (element: HTMLElement): void => {
  const page = <PageProviders scope={scope} initialState={pageState} startup={startup} />;
  if (isPrerendered()) hydrateRoot(element, page);
  else createRoot(element).render(page);
};

const element = document.getElementById('root');
// A form that is already in the page stays instead of a start page.
const splashDelay = isPrerendered() ? [] : [new Promise((resolve) => setTimeout(resolve, SPLASH_DELAY_MS))];
if (element !== null)
  void Promise.race([startup, ...splashDelay]).finally(() => {
    renderPage(element);
  });
