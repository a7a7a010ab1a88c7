import { rememberFocusOrigin } from '../base/focus-origin.ts';
import { listenForLongPress } from '../base/long-press.ts';
import type { Point } from './menu-props.ts';

/** Position of a menu opened by keyboard: at the active descendant, else at the focused element. */
export function keyboardPoint(element: HTMLElement): Point {
  const id = element.getAttribute('aria-activedescendant');
  const target = (id === null || id === '' ? null : element.ownerDocument.getElementById(id)) ?? element;
  const box = target.getBoundingClientRect();
  return { x: box.left + Math.min(24, box.width / 2), y: box.top + Math.min(24, box.height / 2) };
}

/** The nearest HTML ancestor of an element; icons are SVG. */
const htmlElementOf = (element: Element): HTMLElement | null => {
  let at: Element | null = element;
  while (at !== null && !(at instanceof HTMLElement)) at = at.parentElement;
  return at;
};

export interface ContextRequest {
  readonly point: Point;
  /** The element under the pointer, or the one with keyboard focus. */
  readonly target: HTMLElement;
  readonly by: 'mouse' | 'keyboard' | 'touch';
}

/**
 * Calls back on right click, the Menu key, Shift+F10 and a long press.
 * @returns a function that removes the listeners
 */
export function listenForContext(area: HTMLElement, onContextMenu: (request: ContextRequest) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let isHandled = false;
  const onRequest = (request: ContextRequest): void => {
    rememberFocusOrigin(area.tabIndex >= 0 ? area : area.ownerDocument.activeElement);
    onContextMenu(request);
  };
  const cancelLongPress = listenForLongPress(area, signal, ({ target, clientX, clientY }) => {
    if (!(target instanceof Element)) return;
    isHandled = true;
    onRequest({ point: { x: clientX, y: clientY }, target: htmlElementOf(target) ?? area, by: 'touch' });
  });
  area.addEventListener('pointerdown', () => void (isHandled = false), { signal });
  area.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
      if (!(event.target instanceof HTMLElement)) return;
      event.preventDefault();
      event.stopPropagation();
      onRequest({ point: keyboardPoint(event.target), target: event.target, by: 'keyboard' });
    },
    { signal },
  );
  area.addEventListener(
    'contextmenu',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      cancelLongPress();
      if (isHandled || !(event.target instanceof HTMLElement || event.target instanceof SVGElement)) return;
      const target = htmlElementOf(event.target) ?? area;
      onRequest({ point: { x: event.clientX, y: event.clientY }, target, by: 'mouse' });
    },
    { signal },
  );
  return () => {
    stop.abort();
  };
}
