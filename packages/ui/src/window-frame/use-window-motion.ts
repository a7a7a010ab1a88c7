import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useLatest } from '../base/use-latest.ts';

const OPEN_DURATION_MS = 180;
const CLOSE_DURATION_MS = 120;
const EASE = 'cubic-bezier(0.2, 0.7, 0.3, 1)';

const prefersReducedMotion = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Keyframes from the icon of a window to the window. */
function openingKeyframes(element: HTMLElement, iconRect: DOMRect | null): Keyframe[] {
  const windowRect = element.getBoundingClientRect();
  if (iconRect === null || windowRect.width === 0) {
    return [
      { opacity: 0, transform: 'scale(0.96)' },
      { opacity: 1, transform: 'none' },
    ];
  }
  const dx = iconRect.x + iconRect.width / 2 - (windowRect.x + windowRect.width / 2);
  const dy = iconRect.y + iconRect.height / 2 - (windowRect.y + windowRect.height / 2);
  const scale = Math.max(0.06, iconRect.width / windowRect.width);
  return [
    { opacity: 0, transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
    { opacity: 1, transform: 'none' },
  ];
}

/** Animates an inert clone of a window that is about to be unmounted. */
function animateClosing(windowElement: HTMLElement): void {
  const clone = windowElement.cloneNode(true);
  const { parentElement: container } = windowElement;
  if (!(clone instanceof HTMLElement) || container === null) return;
  for (const media of clone.querySelectorAll('video, audio, iframe, object')) media.remove();
  clone.inert = true;
  clone.ariaHidden = 'true';
  clone.removeAttribute('data-window');
  // The clone is added after React has removed the window.
  queueMicrotask(() => {
    container.append(clone);
    const removeClone = (): void => {
      clone.remove();
    };
    const end = { opacity: 0, transform: 'scale(0.97)' };
    clone
      .animate([{ opacity: 1, transform: 'none' }, end], { duration: CLOSE_DURATION_MS, easing: EASE })
      .finished.then(removeClone, removeClone);
  });
}

/**
 * Animates a window: opening from its icon, minimising into it, and closing. Only transform and opacity change; nothing
 * is animated with `prefers-reduced-motion`. A minimised window leaves the layout after the animation.
 */
export function useWindowMotion(
  windowRef: RefObject<HTMLElement | null>,
  minimized: boolean,
  getIconRect: (() => DOMRect | null) | undefined,
): void {
  const latestGetIconRect = useLatest(getIconRect);
  const previousMinimized = useRef<boolean | null>(null);
  useLayoutEffect(() => {
    const windowElement = windowRef.current;
    if (windowElement === null || previousMinimized.current === minimized) return undefined;
    const isFirst = previousMinimized.current === null;
    previousMinimized.current = minimized;
    const hide = (): void => {
      windowElement.dataset['minimized'] = '';
    };
    if (isFirst && minimized) {
      hide();
      return undefined;
    }
    if (!minimized) delete windowElement.dataset['minimized'];
    if (typeof windowElement.animate !== 'function' || prefersReducedMotion()) {
      if (minimized) hide();
      return undefined;
    }
    const frames = openingKeyframes(windowElement, latestGetIconRect.current?.() ?? null);
    const motion = windowElement.animate(minimized ? frames.toReversed() : frames, {
      duration: OPEN_DURATION_MS,
      easing: EASE,
    });
    if (minimized) motion.addEventListener('finish', hide);
    return () => {
      motion.cancel();
      if (minimized) hide();
    };
  }, [windowRef, latestGetIconRect, minimized]);
  useLayoutEffect(() => {
    const windowElement = windowRef.current;
    return () => {
      if (windowElement === null || 'minimized' in windowElement.dataset) return;
      if (typeof windowElement.animate === 'function' && !prefersReducedMotion()) animateClosing(windowElement);
    };
  }, [windowRef]);
}
