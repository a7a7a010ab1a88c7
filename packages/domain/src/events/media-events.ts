import type { MediaInfo, MediaLock } from '../media/media.ts';

/** The media library as a person looks at it. */
export type MediaEvent =
  /** A page of the query; the first one (`start` 0) replaces what was shown. */
  | {
      readonly type: 'MediaListed';
      readonly data: { readonly start: number; readonly total: number; readonly list: readonly MediaInfo[] };
    }
  | { readonly type: 'MediaLocked'; readonly data: { readonly id: string; readonly lock: MediaLock } }
  /** New facts of one entry. */
  | { readonly type: 'MediaMatched'; readonly data: { readonly info: MediaInfo } };
