/** Albums and recognition (area PHOTO, VALID-99, G-38). */
import { failed, passed, unless } from '@boxwood/command-bus/rules';
import { FACE_MIN_NUM } from '../constants.ts';

/** An album as far as rights go. */
export interface AlbumRights {
  readonly owner: string;
  readonly kind: string;
}

/** ROLE-08, PHOTO-11: actions, sharing and deletion are for the owner. */
export const checkAlbumOwner = (album: Pick<AlbumRights, 'owner'>, user: string) =>
  unless(album.owner === user, 'album.ownerOnly');

/** VALID-99, PHOTO-10: a cover is for personal albums and their owner. */
export const checkAlbumCover = (album: AlbumRights, user: string) => {
  if (album.owner !== user) return failed('album.ownerOnly');
  return album.kind === 'personal' ? passed : failed('album.personalOnly');
};

/** PHOTO-02: groups with more pictures than the threshold. */
export const visibleGroups = <T extends { readonly cnt: number }>(
  groups: readonly T[],
  faceMinNum: number = FACE_MIN_NUM,
): readonly T[] => groups.filter(({ cnt }) => cnt > faceMinNum);

/** Thresholds of recognition. */
export interface Thresholds {
  readonly face_match: number;
  readonly face_detect: number;
  readonly face_quality: number;
  readonly object: number;
}

/** Every threshold lies between 0 and 1, both left out. */
export const checkThresholds = (thresholds: Thresholds) => {
  const wrong = Object.entries(thresholds).find(([, value]) => !(value > 0 && value < 1));
  return wrong === undefined ? passed : failed('album.threshold', { name: wrong[0] });
};

/** PHOTO-14: the portrait thresholds are the three face values; changing one clears the groups and starts a rescan. */
export const clearsGroups = (before: Thresholds, after: Thresholds): boolean =>
  before.face_match !== after.face_match ||
  before.face_detect !== after.face_detect ||
  before.face_quality !== after.face_quality;
