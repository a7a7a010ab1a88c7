import { zoomFactorOf } from '../base/zoom-factor.ts';
import type { Rect, WorkArea } from './window-geometry.ts';

/** Writes the bounds directly; React never sets these properties, so a drag does not render. */
export function writeRect(element: HTMLElement, rect: Rect): void {
  const { style } = element;
  style.left = `${rect.x}px`;
  style.top = `${rect.y}px`;
  style.width = `${rect.width}px`;
  style.height = `${rect.height}px`;
  style.transform = '';
}

/** A maximised window follows the size of the surface. */
export function writeMaximized(element: HTMLElement, top: number, bottom: number): void {
  const { style } = element;
  style.left = '0px';
  style.top = `${top}px`;
  style.width = '100%';
  style.height = `calc(100% - ${top + bottom}px)`;
  style.transform = '';
}

/** Moves by transform only, which the compositor handles. */
export function writeShift(element: HTMLElement, from: Rect, to: Rect): void {
  element.style.transform = `translate3d(${to.x - from.x}px, ${to.y - from.y}px, 0)`;
}

/**
 * Gives a window a compositor layer of its own until cancelled, by a paused animation that moves it by nothing.
 * Chromium treats animated layers as overlapping everything; with `will-change` alone it tests the overlap with
 * thousands of layers on each move, which took half of a frame.
 */
export const isolateLayer = (element: HTMLElement): Animation | null => {
  if (typeof element.animate !== 'function') return null;
  const nothing = 'translate(0)';
  const animation = element.animate({ transform: [nothing, nothing] }, { duration: 1e9, composite: 'add' });
  animation.pause();
  return animation;
};

export interface WindowSurface {
  readonly area: WorkArea;
  /** Converts pointer coordinates to those of the surface, which may be zoomed. */
  readonly toLocal: (clientX: number, clientY: number) => { readonly x: number; readonly y: number };
}

/** Measures the surface element. */
export function measureSurface(container: HTMLElement, top: number, bottom: number): WindowSurface {
  const box = container.getBoundingClientRect();
  const scale = zoomFactorOf(container);
  return {
    area: { width: container.clientWidth, height: container.clientHeight, top, bottom },
    toLocal: (clientX, clientY) => ({ x: (clientX - box.left) / scale, y: (clientY - box.top) / scale }),
  };
}
