import { describe, expect, it } from 'vitest';
import { AI_THRESHOLDS } from '../constants.ts';
import { checkAlbumCover, checkAlbumOwner, checkThresholds, clearsGroups, visibleGroups } from './rules.ts';

describe('photos', () => {
  it('VALID-99 PHOTO-10: a cover is for personal albums and their owner', () => {
    expect(checkAlbumCover({ owner: 'ann', kind: 'personal' }, 'ann').ok).toBe(true);
    expect(checkAlbumCover({ owner: 'ann', kind: 'share' }, 'ann')).toEqual({ ok: false, issue: 'album.personalOnly' });
    expect(checkAlbumCover({ owner: 'ann', kind: 'personal' }, 'bob')).toEqual({ ok: false, issue: 'album.ownerOnly' });
  });

  it('ROLE-08 PHOTO-11: actions are for the owner', () => {
    expect(checkAlbumOwner({ owner: 'ann' }, 'bob').ok).toBe(false);
    expect(checkAlbumOwner({ owner: 'ann' }, 'ann').ok).toBe(true);
  });

  it('PHOTO-02 G-38: strictly more than the threshold', () => {
    expect(visibleGroups([{ cnt: 2 }, { cnt: 3 }, { cnt: 4 }])).toEqual([{ cnt: 4 }]);
    expect(visibleGroups([{ cnt: 2 }, { cnt: 3 }], 2)).toEqual([{ cnt: 3 }]);
  });

  it('PHOTO-14: a face threshold clears the groups, the object threshold does not', () => {
    expect(clearsGroups(AI_THRESHOLDS, { ...AI_THRESHOLDS, object: 0.5 })).toBe(false);
    for (const name of ['face_match', 'face_detect', 'face_quality'])
      expect(clearsGroups(AI_THRESHOLDS, { ...AI_THRESHOLDS, [name]: 0.7 }), name).toBe(true);
    expect(checkThresholds(AI_THRESHOLDS).ok).toBe(true);
    for (const value of [0, 1, -1, Number.NaN])
      expect(checkThresholds({ ...AI_THRESHOLDS, object: value })).toEqual({
        ok: false,
        issue: 'album.threshold',
        name: 'object',
      });
  });
});
