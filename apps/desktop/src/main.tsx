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

/** Milliseconds before the page says that it is starting: what is gone at once is only work, and delays what comes after it. */
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
// A form that stands there already is better than a page that is starting.
const first = isFirst() ? [] : [new Promise((resolve) => setTimeout(resolve, SPLASH_AFTER_MS))];
if (element !== null)
  void Promise.race([started, ...first]).finally(() => {
    show(element);
  });
