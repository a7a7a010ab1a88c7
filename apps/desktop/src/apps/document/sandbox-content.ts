/**
 * Moves rendered documents into a frame without scripts, forms or navigation (architecture, preview). The inherited CSP
 * of the page forbids inline styles, so styles are set through CSSOM.
 */

const SAFE_LINKS = /^(https?:|mailto:|#)/i;
const REMOVED_ELEMENTS = 'script, iframe, object, embed, link, meta, base, form, audio, video, template';

/** Moves the style text of a tree into one constructed style sheet of the frame. */
const moveStyles = (from: ParentNode, frame: Document): void => {
  const styles = Array.from(from.querySelectorAll('style'));
  const text = styles.map((style) => style.textContent).join('\n');
  for (const style of styles) style.remove();
  const view = frame.defaultView;
  if (view === null || text.trim() === '') return;
  const sheet = new view.CSSStyleSheet();
  // A constructed sheet loads nothing by @import, and the CSP blocks url().
  sheet.replaceSync(text.replaceAll(/@import[^;]*;?/gi, ''));
  frame.adoptedStyleSheets = [...frame.adoptedStyleSheets, sheet];
};

const isStyled = (element: Element): element is HTMLElement | SVGElement =>
  'style' in element && element.hasAttribute('style');

/** Removes attributes that may not enter the frame: event handlers, unsafe links and external sources. */
const removeUnsafeAttributes = (element: Element): void => {
  for (const { name } of Array.from(element.attributes)) {
    if (/^on/i.test(name) || name === 'srcdoc' || name === 'formaction') element.removeAttribute(name);
  }
  const href = element.getAttribute('href');
  if (href !== null && element.namespaceURI === 'http://www.w3.org/1999/xhtml') {
    if (!SAFE_LINKS.test(href.trim())) element.removeAttribute('href');
    else if (!href.startsWith('#')) {
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noopener noreferrer nofollow');
    }
  }
  const source = element.getAttribute('src');
  if (source !== null && !/^(data:image\/|blob:)/i.test(source)) element.removeAttribute('src');
};

/** Moves rendered content into the frame. The content is detached from this page and has run no code. */
export const moveIntoFrame = (content: Element, frame: Document): void => {
  for (const element of content.querySelectorAll(REMOVED_ELEMENTS)) element.remove();
  moveStyles(content, frame);
  const styles = new Map<HTMLElement | SVGElement, string>();
  for (const element of content.querySelectorAll('*')) {
    removeUnsafeAttributes(element);
    if (!isStyled(element)) continue;
    styles.set(element, element.getAttribute('style') ?? '');
    element.removeAttribute('style');
  }
  frame.body.replaceChildren(...Array.from(content.childNodes));
  for (const [element, css] of styles) element.style.cssText = css;
};
