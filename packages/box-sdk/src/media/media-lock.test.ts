import { describe, expect, it } from 'vitest';
import {
  checkMediaAction,
  isMediaVisible,
  lockAfter,
  MEDIA_ACTIONS,
  MEDIA_LOCKS,
  mediaActions,
  mediaLockOf,
} from './media-lock.ts';
import { isRescraped } from './media-rules.ts';

describe('locks of the media library', () => {
  it('STATE-24: locked, unlocked, no cache; a word nobody knows is never overwritten', () => {
    expect(MEDIA_LOCKS.map(mediaLockOf)).toEqual(['locked', 'unlocked', 'nocache']);
    expect(mediaLockOf('chained')).toBe('locked');
    expect(MEDIA_LOCKS.map(mediaActions)).toEqual([
      ['unlock', 'match'],
      ['lock', 'scrape', 'match'],
      ['scrape', 'match'],
    ]);
    expect(checkMediaAction('lock', 'nocache')).toEqual({ ok: false, issue: 'media.lock' });
    expect(checkMediaAction('unlock', 'locked').ok).toBe(true);
  });

  it('STATE-24, MEDIA-06, MEDIA-07: what a lock allows agrees with what a scrape touches, and a match locks', () => {
    for (const lock of MEDIA_LOCKS) expect(mediaActions(lock).includes('scrape'), lock).toBe(isRescraped(lock));
    expect(MEDIA_ACTIONS.map(lockAfter)).toEqual(['locked', 'unlocked', 'unlocked', 'locked']);
  });

  it('ROLE-09: personal entries for their owner, public ones for everybody', () => {
    expect(isMediaVisible({ space: 1, owner: 'ann' }, 'ann')).toBe(true);
    expect(isMediaVisible({ space: 1, owner: 'ann' }, 'bob')).toBe(false);
    expect(isMediaVisible({ space: 2, owner: 'ann' }, 'bob')).toBe(true);
    expect(isMediaVisible({ space: 3, owner: 'ann' }, 'bob')).toBe(false);
  });
});
