import { renderToString } from 'react-dom/server';
import { bindPage } from '../../composition/page-services.ts';
import { ServiceScope } from '../../composition/service-scope.ts';
import { AppearanceToken } from '../../composition/service-tokens.ts';
import { PageProviders } from '../routes/PageProviders.tsx';

/**
 * Renders the sign-in page to HTML in the first language of `page`, with the components that hydrate it in the browser.
 * Runs when the desktop is built (`prerender-sign-in.mjs`).
 */
export const firstPage = (page: Window & typeof globalThis): string => {
  const scope = bindPage(ServiceScope.root(), page);
  // The appearance service selects the language.
  scope.get(AppearanceToken);
  const html = renderToString(<PageProviders scope={scope} initialState="ready" startup={null} />);
  // Removes the preload links that React puts before the page: nothing may precede the page's own element.
  return html.replace(/^(?:<link[^>]*>)+/, '');
};
