/** Speeds that are offered, slowest first. */
export const RATES: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2];

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** A browser that lets nothing sound before a press says so by leaving it paused, which the button shows. */
export const play = (element: HTMLMediaElement): void => {
  element.play().catch(() => undefined);
};

export const toggle = (element: HTMLMediaElement): void => {
  if (element.paused) play(element);
  else element.pause();
};

export const seekTo = (element: HTMLMediaElement, seconds: number): void => {
  if (Number.isFinite(element.duration)) element.currentTime = within(seconds, 0, element.duration);
};

export const setVolume = (element: HTMLMediaElement, volume: number): void => {
  element.volume = within(volume, 0, 1);
  element.muted = false;
};

export const toggleMuted = (element: HTMLMediaElement): void => {
  element.muted = !element.muted;
};

export const setRate = (element: HTMLMediaElement, rate: number): void => {
  element.playbackRate = rate;
};

/** Shows the subtitles of one track, by its id; none has the empty one. */
export const showSubtitles = (element: HTMLMediaElement, id: string): void => {
  for (const track of element.textTracks) {
    const mode = track.id === id ? 'showing' : 'disabled';
    if (track.mode !== mode) track.mode = mode;
  }
};

/** The next speed in a direction; the last one stays. */
export const stepRate = (element: HTMLMediaElement, by: 1 | -1): void => {
  const at = RATES.findIndex((rate) => rate >= element.playbackRate - 0.01);
  setRate(element, RATES[within(at + by, 0, RATES.length - 1)] ?? 1);
};

/** What a player may do beyond its own element. */
export interface MoreKeys {
  readonly onNext?: () => void;
  readonly onPrevious?: () => void;
  readonly onFullScreen?: () => void;
  readonly onSubtitles?: () => void;
}

/**
 * The keys of a player, as people know them from the web: Space or K plays and pauses, arrows seek and turn the volume, J and L
 * seek ten seconds, digits go to a tenth, M mutes, < and > change the speed, N and P the song, F the whole screen, C subtitles.
 * @returns whether the key meant something
 */
export const mediaKey = (element: HTMLMediaElement, key: string, more: MoreKeys): boolean => {
  const act = ((): (() => void) | undefined => {
    switch (key.length === 1 ? key.toLowerCase() : key) {
      case ' ':
      case 'k':
        return () => {
          toggle(element);
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
        return more.onNext;
      case 'p':
        return more.onPrevious;
      case 'f':
        return more.onFullScreen;
      case 'c':
        return more.onSubtitles;
      default:
        return /^\d$/.test(key)
          ? () => {
              seekTo(element, (element.duration * Number(key)) / 10);
            }
          : undefined;
    }
  })();
  act?.();
  return act !== undefined;
};
