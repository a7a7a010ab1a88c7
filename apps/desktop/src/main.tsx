import '@boxwood/ui/tokens.css';
import './theme/face.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { bindPage, startPage } from './composition/app-services.ts';
import { ServiceScope } from './composition/service-scope.ts';
import { catchDrops } from './platform/catch-drops.ts';
import { catchInstall } from './platform/install.ts';
import { watchStyles } from './platform/styles.ts';
import type { PageState } from './routes/Root.tsx';
import { WholePage } from './routes/WholePage.tsx';
import { isFirst } from './sign-in/first-form.ts';

/** Delay in ms before the start page is shown: a start page that disappears at once only costs time. */
const SPLASH_AFTER_MS = 150;

catchDrops(window);
catchInstall(window);
watchStyles(window);
const scope = bindPage(ServiceScope.root(), window);
let reached: PageState = 'starting';
const started = startPage(scope, window).then((state) => {
  reached = state;
  return state;
});

const show = (element: HTMLElement): void => {
  const page = <WholePage scope={scope} begun={reached} started={started} />;
  if (isFirst()) hydrateRoot(element, page);
  else createRoot(element).render(page);
};

const element = document.getElementById('root');
// A form that is already in the page stays instead of a start page.
const first = isFirst() ? [] : [new Promise((resolve) => setTimeout(resolve, SPLASH_AFTER_MS))];
if (element !== null)
  void Promise.race([started, ...first]).finally(() => {
    show(element);
  });
