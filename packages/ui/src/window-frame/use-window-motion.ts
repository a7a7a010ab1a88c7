import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useLatest } from '../base/use-latest.ts';

const OPEN_DURATION_MS = 180;
const CLOSE_DURATION_MS = 120;
const EASE = 'cubic-bezier(0.2, 0.7, 0.3, 1)';

const prefersReducedMotion = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Keyframes between the window and its icon. */
function openingKeyframes(element: HTMLElement, icon: DOMRect | null): Keyframe[] {
  const windowBox = element.getBoundingClientRect();
  if (icon === null || windowBox.width === 0) {
    return [
      { opacity: 0, transform: 'scale(0.96)' },
      { opacity: 1, transform: 'none' },
    ];
  }
  const dx = icon.x + icon.width / 2 - (windowBox.x + windowBox.width / 2);
  const dy = icon.y + icon.height / 2 - (windowBox.y + windowBox.height / 2);
  const scale = Math.max(0.06, icon.width / windowBox.width);
  return [
    { opacity: 0, transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
    { opacity: 1, transform: 'none' },
  ];
}

/** Animates an inert clone of a closed window, because the window itself is already unmounted. */
function animateClosing(window: HTMLElement): void {
  const clone = window.cloneNode(true);
  const { parentElement: surface } = window;
  if (!(clone instanceof HTMLElement) || surface === null) return;
  for (const media of clone.querySelectorAll('video, audio, iframe, object')) media.remove();
  clone.inert = true;
  clone.ariaHidden = 'true';
  clone.removeAttribute('data-window');
  // Runs after React has removed the window.
  queueMicrotask(() => {
    surface.append(clone);
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
 * Animates opening from an icon and minimising into it. Only transform and opacity change; nothing moves with
 * `prefers-reduced-motion`. A minimised window leaves the layout after the animation.
 */
export function useWindowMotion(
  element: RefObject<HTMLElement | null>,
  minimized: boolean,
  icon: (() => DOMRect | null) | undefined,
): void {
  const live = useLatest(icon);
  const before = useRef<boolean | null>(null);
  useLayoutEffect(() => {
    const window = element.current;
    if (window === null || before.current === minimized) return undefined;
    const first = before.current === null;
    before.current = minimized;
    const hide = (): void => {
      window.dataset['minimized'] = '';
    };
    if (first && minimized) {
      hide();
      return undefined;
    }
    if (!minimized) delete window.dataset['minimized'];
    if (typeof window.animate !== 'function' || prefersReducedMotion()) {
      if (minimized) hide();
      return undefined;
    }
    const frames = openingKeyframes(window, live.current?.() ?? null);
    const motion = window.animate(minimized ? frames.toReversed() : frames, {
      duration: OPEN_DURATION_MS,
      easing: EASE,
    });
    if (minimized) motion.addEventListener('finish', hide);
    return () => {
      motion.cancel();
      if (minimized) hide();
    };
  }, [element, live, minimized]);
  useLayoutEffect(() => {
    const window = element.current;
    return () => {
      if (window === null || 'minimized' in window.dataset) return;
      if (typeof window.animate === 'function' && !prefersReducedMotion()) animateClosing(window);
    };
  }, [element]);
}
