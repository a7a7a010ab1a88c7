/** Playback rates in the menu, slowest first. */
export const PLAYBACK_RATES: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2];

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * Starts playback. If the autoplay policy of the browser rejects it, the element stays paused and the button shows
 * that.
 */
export const play = (element: HTMLMediaElement): void => {
  element.play().catch(() => undefined);
};

export const togglePlayback = (element: HTMLMediaElement): void => {
  if (element.paused) play(element);
  else element.pause();
};

export const seekTo = (element: HTMLMediaElement, seconds: number): void => {
  if (Number.isFinite(element.duration)) element.currentTime = clamp(seconds, 0, element.duration);
};

export const setVolume = (element: HTMLMediaElement, volume: number): void => {
  element.volume = clamp(volume, 0, 1);
  element.muted = false;
};

export const toggleMuted = (element: HTMLMediaElement): void => {
  element.muted = !element.muted;
};

export const setPlaybackRate = (element: HTMLMediaElement, rate: number): void => {
  element.playbackRate = rate;
};

/** Shows the subtitle track with this id and hides all others; an empty id hides all. */
export const showSubtitles = (element: HTMLMediaElement, id: string): void => {
  for (const track of element.textTracks) {
    const mode = track.id === id ? 'showing' : 'disabled';
    if (track.mode !== mode) track.mode = mode;
  }
};

/** Changes the playback rate by one step, within the first and the last rate. */
export const stepRate = (element: HTMLMediaElement, direction: 1 | -1): void => {
  const index = PLAYBACK_RATES.findIndex((rate) => rate >= element.playbackRate - 0.01);
  setPlaybackRate(element, PLAYBACK_RATES[clamp(index + direction, 0, PLAYBACK_RATES.length - 1)] ?? 1);
};

/** Actions that a player has beyond its media element. */
export interface MediaKeyActions {
  readonly onNext?: () => void;
  readonly onPrevious?: () => void;
  readonly onFullScreen?: () => void;
  readonly onSubtitles?: () => void;
}

/**
 * Keyboard shortcuts of a player, as on other web players: Space or K toggles playback, arrows seek and change the
 * volume, J and L seek ten seconds, digits seek to a tenth, M mutes, < and > change the rate, N and P change the song,
 * F toggles full screen, C toggles subtitles.
 * @returns whether the key has an action
 */
export const handleMediaKey = (element: HTMLMediaElement, key: string, extraActions: MediaKeyActions): boolean => {
  const action = ((): (() => void) | undefined => {
    switch (key.length === 1 ? key.toLowerCase() : key) {
      case ' ':
      case 'k':
        return () => {
          togglePlayback(element);
        };
      case 'ArrowLeft':
        return () => {
          seekTo(element, element.currentTime - 5);
        };
      case 'ArrowRight':
        return () => {
          seekTo(element, element.currentTime + 5);
        };
      case 'j':
        return () => {
          seekTo(element, element.currentTime - 10);
        };
      case 'l':
        return () => {
          seekTo(element, element.currentTime + 10);
        };
      case 'ArrowUp':
        return () => {
          setVolume(element, (element.muted ? 0 : element.volume) + 0.1);
        };
      case 'ArrowDown':
        return () => {
          setVolume(element, (element.muted ? 0 : element.volume) - 0.1);
        };
      case 'm':
        return () => {
          toggleMuted(element);
        };
      case '<':
        return () => {
          stepRate(element, -1);
        };
      case '>':
        return () => {
          stepRate(element, 1);
        };
      case 'n':
        return extraActions.onNext;
      case 'p':
        return extraActions.onPrevious;
      case 'f':
        return extraActions.onFullScreen;
      case 'c':
        return extraActions.onSubtitles;
      default:
        return /^\d$/.test(key)
          ? () => {
              seekTo(element, (element.duration * Number(key)) / 10);
            }
          : undefined;
    }
  })();
  action?.();
  return action !== undefined;
};
