import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** Stubs of players: jsdom has media elements, but loads and plays nothing. */
export interface PageMedia {
  /** Ends loading: the element has a duration, and a film its width. */
  readonly load: (element: HTMLMediaElement, duration: number, videoWidth?: number) => void;
  /** Fires an event of an element, such as `ended` or `error`, or of its text tracks. */
  readonly fire: (target: EventTarget, event: string) => void;
  /** Labels of the subtitles that are shown. */
  readonly shownSubtitles: (element: HTMLMediaElement) => readonly string[];
}

/** The text tracks of an element: one for each of its `track` elements. */
class PageTextTracks extends EventTarget {
  readonly #element: HTMLMediaElement;
  readonly #modes = new Map<string, { mode: string; readonly id: string; readonly label: string }>();
  constructor(element: HTMLMediaElement) {
    super();
    this.#element = element;
  }
  *[Symbol.iterator]() {
    for (const { id, label } of this.#element.querySelectorAll('track')) {
      const track = this.#modes.get(id) ?? { id, label, mode: 'disabled' };
      this.#modes.set(id, track);
      yield track;
    }
  }
}

const PAUSED = Symbol('paused');
type Stubbed = HTMLMediaElement & { [PAUSED]?: boolean };

/** Makes media elements start and pause for the rest of the test; time and events come from the test. */
export const stubMedia = (): PageMedia => {
  const { prototype } = HTMLMediaElement;
  const tracks = new WeakMap<HTMLMediaElement, PageTextTracks>();
  const tracksOf = (element: HTMLMediaElement): PageTextTracks => {
    const list = tracks.get(element) ?? new PageTextTracks(element);
    tracks.set(element, list);
    return list;
  };
  const fire: PageMedia['fire'] = (target, event) => {
    act(() => {
      target.dispatchEvent(new Event(event));
    });
  };
  const setPaused = (element: Stubbed, isPaused: boolean): void => {
    if ((element[PAUSED] ?? true) === isPaused) return;
    element[PAUSED] = isPaused;
    element.dispatchEvent(new Event(isPaused ? 'pause' : 'play'));
  };
  const spies = [
    vi.spyOn(prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
      setPaused(this, false);
      return Promise.resolve();
    }),
    vi.spyOn(prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
      setPaused(this, true);
    }),
    vi.spyOn(prototype, 'load').mockImplementation(() => undefined),
    vi.spyOn(prototype, 'paused', 'get').mockImplementation(function (this: Stubbed) {
      return this[PAUSED] ?? true;
    }),
  ];
  const { textTracks } = Object.getOwnPropertyDescriptors(prototype);
  Object.defineProperty(prototype, 'textTracks', {
    configurable: true,
    get(this: HTMLMediaElement) {
      return tracksOf(this);
    },
  });
  onTestFinished(() => {
    Object.defineProperty(prototype, 'textTracks', textTracks);
    for (const spy of spies) spy.mockRestore();
  });
  return {
    load: (element, duration, videoWidth = 640) => {
      let currentTime = 0;
      Object.defineProperties(element, {
        duration: { configurable: true, value: duration },
        videoWidth: { configurable: true, value: videoWidth },
        currentTime: {
          configurable: true,
          get: () => currentTime,
          set: (seconds: number) => {
            currentTime = seconds;
            element.dispatchEvent(new Event('timeupdate'));
          },
        },
      });
      fire(element, 'loadedmetadata');
    },
    fire,
    shownSubtitles: (element) =>
      [...tracksOf(element)].flatMap(({ mode, label }) => (mode === 'showing' ? [label] : [])),
  };
};
