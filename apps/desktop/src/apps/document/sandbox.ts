/**
 * Puts rendered documents into a frame that can run nothing (architecture, preview): no scripts, no forms, no navigation of this
 * page. The policy of the page allows no inline styles, and the frame inherits it; styles therefore go in as objects, which
 * are not written text.
 */

const LINKS = /^(https?:|mailto:|#)/i;
const DROPPED = 'script, iframe, object, embed, link, meta, base, form, audio, video, template';

/** Takes the style text out of a tree and gives it to the frame as one sheet. */
const moveStyles = (from: ParentNode, frame: Document): void => {
  const styles = Array.from(from.querySelectorAll('style'));
  const text = styles.map((style) => style.textContent).join('\n');
  for (const style of styles) style.remove();
  const view = frame.defaultView;
  if (view === null || text.trim() === '') return;
  const sheet = new view.CSSStyleSheet();
  // A sheet that is made this way loads nothing by @import, and the policy stops what url() would fetch.
  sheet.replaceSync(text.replaceAll(/@import[^;]*;?/gi, ''));
  frame.adoptedStyleSheets = [...frame.adoptedStyleSheets, sheet];
};

const isStyled = (element: Element): element is HTMLElement | SVGElement =>
  'style' in element && element.hasAttribute('style');

/** What an element of a document may not carry into the frame. */
const clean = (element: Element): void => {
  for (const { name } of Array.from(element.attributes)) {
    if (/^on/i.test(name) || name === 'srcdoc' || name === 'formaction') element.removeAttribute(name);
  }
  const href = element.getAttribute('href');
  if (href !== null && element.namespaceURI === 'http://www.w3.org/1999/xhtml') {
    if (!LINKS.test(href.trim())) element.removeAttribute('href');
    else if (!href.startsWith('#')) {
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noopener noreferrer nofollow');
    }
  }
  const source = element.getAttribute('src');
  if (source !== null && !/^(data:image\/|blob:)/i.test(source)) element.removeAttribute('src');
};

/** Moves rendered content into the frame. The content is detached from this page and has run nothing. */
export const transplant = (content: Element, frame: Document): void => {
  for (const element of content.querySelectorAll(DROPPED)) element.remove();
  moveStyles(content, frame);
  const styles = new Map<HTMLElement | SVGElement, string>();
  for (const element of content.querySelectorAll('*')) {
    clean(element);
    if (!isStyled(element)) continue;
    styles.set(element, element.getAttribute('style') ?? '');
    element.removeAttribute('style');
  }
  frame.body.replaceChildren(...Array.from(content.childNodes));
  for (const [element, css] of styles) element.style.cssText = css;
};
