import { renderToString } from 'react-dom/server';
import { bindPage } from '../composition/app-services.ts';
import { ServiceScope } from '../composition/service-scope.ts';
import { AppearanceToken } from '../composition/tokens.ts';
import { WholePage } from '../routes/WholePage.tsx';

/** The sign-in page as HTML, in the first language of `page`: of the same components that take it over in the browser. Runs when the desktop is built (`first-page.mjs`). */
export const firstPage = (page: Window & typeof globalThis): string => {
  const scope = bindPage(ServiceScope.root(), page);
  // It is what chooses the language.
  scope.get(AppearanceToken);
  const html = renderToString(<WholePage scope={scope} begun="ready" started={null} />);
  // What React would have the browser fetch early stands in front of the page, where nothing of the page may stand.
  return html.replace(/^(?:<link[^>]*>)+/, '');
};
