import { useEffect, useState } from 'react';

/** State of a media element that the player shows. Times are in seconds. */
export interface MediaState {
  readonly playing: boolean;
  /** True while playback waits for data. */
  readonly waiting: boolean;
  readonly currentTime: number;
  /** 0 while unknown. */
  readonly duration: number;
  /** End of the buffered range at the current position. */
  readonly buffered: number;
  /** 0 to 1; 0 while muted. */
  readonly volume: number;
  readonly rate: number;
}

const INITIAL_MEDIA_STATE: MediaState = {
  playing: false,
  waiting: false,
  currentTime: 0,
  duration: 0,
  buffered: 0,
  volume: 1,
  rate: 1,
};

const EVENTS = [
  ...(['play', 'pause', 'playing', 'waiting', 'ended', 'emptied', 'loadedmetadata', 'durationchange'] as const),
  ...(['timeupdate', 'seeking', 'seeked', 'progress', 'volumechange', 'ratechange'] as const),
];
/** `HTMLMediaElement.HAVE_FUTURE_DATA`: enough data to continue at the current position. */
const HAVE_FUTURE_DATA = 3;

const bufferedTo = ({ buffered, currentTime }: HTMLMediaElement): number => {
  for (let n = 0; n < buffered.length; n += 1)
    if (buffered.start(n) <= currentTime + 0.1 && buffered.end(n) >= currentTime) return buffered.end(n);
  return 0;
};

const mediaStateOf = (element: HTMLMediaElement): MediaState => ({
  playing: !element.paused && !element.ended,
  waiting: !element.paused && !element.ended && element.readyState < HAVE_FUTURE_DATA,
  currentTime: element.currentTime,
  duration: Number.isFinite(element.duration) ? element.duration : 0,
  buffered: bufferedTo(element),
  volume: element.muted ? 0 : element.volume,
  rate: element.playbackRate,
});

/** Follows a media element. A component that uses it renders about four times a second during playback. */
export const useMediaState = (element: HTMLMediaElement | null): MediaState => {
  const [mediaState, setMediaState] = useState(INITIAL_MEDIA_STATE);
  useEffect(() => {
    if (element === null) return undefined;
    const read = (): void => {
      setMediaState(mediaStateOf(element));
    };
    read();
    for (const event of EVENTS) element.addEventListener(event, read);
    return () => {
      for (const event of EVENTS) element.removeEventListener(event, read);
    };
  }, [element]);
  return mediaState;
};
