/** Locks and visibility of the media library (STATE-24, MEDIA-06, MEDIA-07, MEDIA-10, G-71). */
import { failed, passed } from '@boxwood/command-bus/rules';

/** STATE-24: locked against scraping, open to it, or nothing scraped yet. */
export const MEDIA_LOCKS = ['locked', 'unlocked', 'nocache'] as const;
export type MediaLock = (typeof MEDIA_LOCKS)[number];
/** The lock's word; an unknown one reads as locked, so that nothing is overwritten. */
export const mediaLockOf = (word: string): MediaLock => MEDIA_LOCKS.find((lock) => lock === word) ?? 'locked';

/** What can happen to the facts of an entry. `scrape` is told only for entries that got something. */
export const MEDIA_ACTIONS = ['lock', 'unlock', 'scrape', 'match'] as const;
export type MediaAction = (typeof MEDIA_ACTIONS)[number];

/** What a lock allows: a person's own choice always, the machine's only while it is not locked; nothing locks an empty entry. */
export const mediaActions = (lock: MediaLock): readonly MediaAction[] => {
  switch (lock) {
    case 'locked':
      return ['unlock', 'match'];
    case 'unlocked':
      return ['lock', 'scrape', 'match'];
    case 'nocache':
      return ['scrape', 'match'];
  }
};
/** Whether an action may be asked for now. */
export const checkMediaAction = (action: MediaAction, lock: MediaLock) =>
  mediaActions(lock).includes(action) ? passed : failed('media.lock');

/** The lock after an action: a match locks by default (MEDIA-07), what was scraped stays open to the next time. */
export const lockAfter = (action: MediaAction): MediaLock => {
  switch (action) {
    case 'lock':
    case 'match':
      return 'locked';
    case 'unlock':
    case 'scrape':
      return 'unlocked';
  }
};

/** ROLE-09, MEDIA-10: entries of a personal space are their owner's alone, those of the public space everybody's. */
export const isMediaVisible = (entry: { readonly space: number; readonly owner: string }, user: string): boolean =>
  entry.space === 2 || entry.owner === user;
