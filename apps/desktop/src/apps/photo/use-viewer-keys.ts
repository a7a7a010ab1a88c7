import { mayTakeFocus } from '@boxwood/ui';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { ControllerRef, SlideshowRef, ZoomRef } from 'yet-another-react-lightbox';
import { takesKeys } from '../../platform/takes-keys.ts';

interface Lightbox {
  readonly controller: RefObject<ControllerRef | null>;
  readonly zooming: RefObject<ZoomRef | null>;
  readonly slideshow: RefObject<SlideshowRef | null>;
}

/**
 * The keys of the viewer, wherever in its window the focus is: the lightbox listens only where a click has put it. Arrows go to the picture beside, or over
 * one that is larger than its stage, + and - zoom, Space shows one after the other, Escape ends that and then the viewer.
 * @param onClose ends the viewer
 * @param more what else a key does, null for nothing
 */
export const useViewerKeys = (
  area: RefObject<HTMLElement | null>,
  { controller, zooming, slideshow }: Lightbox,
  onClose: () => void,
  more: (key: string) => (() => void) | null,
): void => {
  const meaning = ({ key, target }: KeyboardEvent): (() => void) | null => {
    switch (key) {
      case 'ArrowLeft':
      case 'ArrowRight':
        if ((zooming.current?.zoom ?? 1) > 1) return null;
        return key === 'ArrowLeft' ? () => controller.current?.prev() : () => controller.current?.next();
      case '+':
      case '=':
        return () => zooming.current?.zoomIn();
      case '-':
        return () => zooming.current?.zoomOut();
      case ' ': {
        // A button that has the focus is pressed by it.
        const show = target instanceof HTMLButtonElement ? null : slideshow.current;
        return show === null ? null : show.playing ? show.pause : show.play;
      }
      case 'Escape':
        return slideshow.current?.playing === true ? slideshow.current.pause : onClose;
      default:
        return more(key.length === 1 ? key.toLowerCase() : key);
    }
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.shiftKey && event.key !== '+') return;
    if (!(event.target instanceof Element) || takesKeys(event.target)) return;
    const act = meaning(event);
    if (act === null) return;
    // The lightbox would do it once more.
    event.stopPropagation();
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const frame = area.current?.closest('section');
    const listen = (event: KeyboardEvent): void => {
      onKey(event);
    };
    // Whoever opened it with a finger has the focus nowhere.
    const listenBeside = (event: KeyboardEvent): void => {
      if (event.target !== document.body || frame === null || frame === undefined) return;
      if (!frame.hidden && mayTakeFocus(frame)) onKey(event);
    };
    frame?.addEventListener('keydown', listen);
    document.addEventListener('keydown', listenBeside);
    return () => {
      frame?.removeEventListener('keydown', listen);
      document.removeEventListener('keydown', listenBeside);
    };
  }, [area]);
};
