import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useLive } from '../base/use-live.ts';

const DURATION = 180;
const CLOSING = 120;
const EASE = 'cubic-bezier(0.2, 0.7, 0.3, 1)';

const still = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Keyframes between the window and its icon. */
function towards(element: HTMLElement, icon: DOMRect | null): Keyframe[] {
  const here = element.getBoundingClientRect();
  if (icon === null || here.width === 0) {
    return [
      { opacity: 0, transform: 'scale(0.96)' },
      { opacity: 1, transform: 'none' },
    ];
  }
  const dx = icon.x + icon.width / 2 - (here.x + here.width / 2);
  const dy = icon.y + icon.height / 2 - (here.y + here.height / 2);
  const scale = Math.max(0.06, icon.width / here.width);
  return [
    { opacity: 0, transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
    { opacity: 1, transform: 'none' },
  ];
}

/** Animates an inert clone of a closed window, because the window itself is already unmounted. */
function vanish(window: HTMLElement): void {
  const picture = window.cloneNode(true);
  const { parentElement: surface } = window;
  if (!(picture instanceof HTMLElement) || surface === null) return;
  for (const live of picture.querySelectorAll('video, audio, iframe, object')) live.remove();
  picture.inert = true;
  picture.ariaHidden = 'true';
  picture.removeAttribute('data-window');
  // Runs after React has removed the window.
  queueMicrotask(() => {
    surface.append(picture);
    const gone = (): void => {
      picture.remove();
    };
    const end = { opacity: 0, transform: 'scale(0.97)' };
    picture
      .animate([{ opacity: 1, transform: 'none' }, end], { duration: CLOSING, easing: EASE })
      .finished.then(gone, gone);
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
  const live = useLive(icon);
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
    if (typeof window.animate !== 'function' || still()) {
      if (minimized) hide();
      return undefined;
    }
    const frames = towards(window, live.current?.() ?? null);
    const motion = window.animate(minimized ? frames.toReversed() : frames, { duration: DURATION, easing: EASE });
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
      if (typeof window.animate === 'function' && !still()) vanish(window);
    };
  }, [element]);
}
