/** Locks and visibility of the media library (STATE-24, MEDIA-06, MEDIA-07, MEDIA-10, G-71). */
import { failed, passed } from '@boxwood/command-bus/rules';

/** STATE-24: locked against scraping, unlocked, or nothing scraped yet. */
export const MEDIA_LOCKS = ['locked', 'unlocked', 'nocache'] as const;
export type MediaLock = (typeof MEDIA_LOCKS)[number];
/** Reads the lock; an unknown value counts as locked, so that nothing is overwritten. */
export const mediaLockOf = (value: string): MediaLock => MEDIA_LOCKS.find((lock) => lock === value) ?? 'locked';

/** Actions that change the metadata of an entry. `scrape` is reported only for entries that received metadata. */
export const MEDIA_ACTIONS = ['lock', 'unlock', 'scrape', 'match'] as const;
export type MediaAction = (typeof MEDIA_ACTIONS)[number];

/**
 * Actions that a lock allows: a match chosen by the user always, scraping only while unlocked. An empty entry cannot be
 * locked.
 */
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
/** Whether an action is allowed in this state. */
export const checkMediaAction = (action: MediaAction, lock: MediaLock) =>
  mediaActions(lock).includes(action) ? passed : failed('media.lock');

/** The lock after an action: a match locks the entry (MEDIA-07), a scraped entry stays unlocked. */
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

/**
 * ROLE-09, MEDIA-10: entries of a personal space are visible to their owner only, those of the public space to
 * everyone.
 */
export const isMediaVisible = (entry: { readonly space: number; readonly owner: string }, user: string): boolean =>
  entry.space === 2 || entry.owner === user;
