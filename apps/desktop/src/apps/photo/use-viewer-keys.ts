import { mayTakeFocus } from '@boxwood/ui';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { ControllerRef, SlideshowRef, ZoomRef } from 'yet-another-react-lightbox';
import { handlesOwnKeys } from '../../platform/key-target.ts';

interface LightboxRefs {
  readonly controller: RefObject<ControllerRef | null>;
  readonly zoomRef: RefObject<ZoomRef | null>;
  readonly slideshow: RefObject<SlideshowRef | null>;
}

/**
 * Keyboard shortcuts of the viewer wherever the focus is in its window; the lightbox itself only listens after a click.
 * Arrows change the picture or pan an enlarged one, + and - zoom, Space toggles the slide show, Escape stops it and
 * then closes the viewer.
 * @param onClose closes the viewer
 * @param extraAction the action of any other key; null for none
 */
export const useViewerKeys = (
  area: RefObject<HTMLElement | null>,
  { controller, zoomRef, slideshow }: LightboxRefs,
  onClose: () => void,
  extraAction: (key: string) => (() => void) | null,
): void => {
  const actionForKey = ({ key, target }: KeyboardEvent): (() => void) | null => {
    switch (key) {
      case 'ArrowLeft':
      case 'ArrowRight':
        if ((zoomRef.current?.zoom ?? 1) > 1) return null;
        return key === 'ArrowLeft' ? () => controller.current?.prev() : () => controller.current?.next();
      case '+':
      case '=':
        return () => zoomRef.current?.zoomIn();
      case '-':
        return () => zoomRef.current?.zoomOut();
      case ' ': {
        // Space presses a focused button.
        const show = target instanceof HTMLButtonElement ? null : slideshow.current;
        return show === null ? null : show.playing ? show.pause : show.play;
      }
      case 'Escape':
        return slideshow.current?.playing === true ? slideshow.current.pause : onClose;
      default:
        return extraAction(key.length === 1 ? key.toLowerCase() : key);
    }
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.shiftKey && event.key !== '+') return;
    if (!(event.target instanceof Element) || handlesOwnKeys(event.target)) return;
    const action = actionForKey(event);
    if (action === null) return;
    // Otherwise the lightbox would handle the key as well.
    event.stopPropagation();
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const frame = area.current?.closest('section');
    const listen = (event: KeyboardEvent): void => {
      onKey(event);
    };
    // After opening by touch, the focus is on the body.
    const listenOnBody = (event: KeyboardEvent): void => {
      if (event.target !== document.body || frame === null || frame === undefined) return;
      if (!frame.hidden && mayTakeFocus(frame)) onKey(event);
    };
    frame?.addEventListener('keydown', listen);
    document.addEventListener('keydown', listenOnBody);
    return () => {
      frame?.removeEventListener('keydown', listen);
      document.removeEventListener('keydown', listenOnBody);
    };
  }, [area]);
};
