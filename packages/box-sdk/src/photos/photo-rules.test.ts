import { describe, expect, it } from 'vitest';
import { AI_THRESHOLDS } from '../constants.ts';
import {
  ALBUM_ACTIONS,
  albumActions,
  checkAlbumAction,
  checkAlbumCover,
  checkAlbumName,
  checkAlbumOwner,
  checkThresholds,
  clearsGroups,
  recognitionOf,
  recognitionEffect,
  visibleGroups,
} from './photo-rules.ts';

describe('photos', () => {
  it('an album needs a name', () => {
    expect(checkAlbumName(' Trip ').ok).toBe(true);
    expect(checkAlbumName('  ')).toEqual({ ok: false, issue: 'album.nameRequired' });
  });

  it('VALID-99 PHOTO-10: a cover is for personal albums and their owner', () => {
    expect(checkAlbumCover({ owner: 'ann', kind: 'personal' }, 'ann').ok).toBe(true);
    expect(checkAlbumCover({ owner: 'ann', kind: 'share' }, 'ann')).toEqual({ ok: false, issue: 'album.personalOnly' });
    expect(checkAlbumCover({ owner: 'ann', kind: 'personal' }, 'bob')).toEqual({ ok: false, issue: 'album.ownerOnly' });
  });

  it('ROLE-08 PHOTO-11: actions are for the owner', () => {
    expect(checkAlbumOwner({ owner: 'ann' }, 'bob').ok).toBe(false);
    expect(checkAlbumOwner({ owner: 'ann' }, 'ann').ok).toBe(true);
  });

  it('ROLE-08, PHOTO-10, PHOTO-11, PHOTO-12: an album offers everything to its owner and nothing to anybody else', () => {
    const mine = { owner: 'ann', kind: 'personal' };
    const shared = { owner: 'ann', kind: 'share' };
    for (const album of [mine, shared])
      for (const lan of [true, false]) {
        expect(albumActions(album, 'bob', lan)).toEqual([]);
        for (const action of ALBUM_ACTIONS)
          expect(checkAlbumAction(action, album, 'bob', lan)).toEqual({ ok: false, issue: 'album.ownerOnly' });
      }
    expect(albumActions(mine, 'ann', false)).toEqual([...ALBUM_ACTIONS]);
    expect(albumActions(shared, 'ann', false)).toEqual(['upload', 'bind', 'rename', 'share', 'remove']);
    expect(albumActions(mine, 'ann', true)).toEqual(['upload', 'bind', 'rename', 'cover', 'remove']);
    expect(checkAlbumAction('share', mine, 'ann', true)).toEqual({ ok: false, issue: 'album.notOffline' });
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

  it('STATE-25: on with its thresholds, or off; what a change does to the groups', () => {
    const on = recognitionOf({ enable: 1, ...AI_THRESHOLDS });
    const off = recognitionOf({ enable: 0, ...AI_THRESHOLDS });
    const other = recognitionOf({ enable: 1, ...AI_THRESHOLDS, face_match: 0.7 });
    expect([on, off]).toEqual([{ at: 'on', thresholds: AI_THRESHOLDS }, { at: 'off' }]);
    expect(recognitionEffect(off, on)).toBe('scan');
    expect(recognitionEffect(on, other)).toBe('rebuild');
    expect(recognitionEffect(off, other)).toBe('scan');
    expect([recognitionEffect(on, on), recognitionEffect(on, off), recognitionEffect(off, off)]).toEqual([
      'none',
      'forget',
      'none',
    ]);
    expect(recognitionEffect(on, recognitionOf({ enable: 1, ...AI_THRESHOLDS, object: 0.5 }))).toBe('none');
  });
});
