/** Rules of albums and recognition (area PHOTO, VALID-99, G-38). */
import { failed, passed, unless } from '@boxwood/command-bus/rules';
import { FACE_MIN_NUM } from '../constants.ts';

/** The fields of an album that decide permissions. */
export interface AlbumRights {
  readonly owner: string;
  readonly kind: string;
}

/** ROLE-08, PHOTO-11: only the owner can change, share or delete an album. */
export const checkAlbumOwner = (album: Pick<AlbumRights, 'owner'>, user: string) =>
  unless(album.owner === user, 'album.ownerOnly');

/** An album name must not be blank. */
export const checkAlbumName = (name: string) => unless(name.trim() !== '', 'album.nameRequired');

/** VALID-99, PHOTO-10: only the owner of a personal album can set its cover. */
export const checkAlbumCover = (album: AlbumRights, user: string) => {
  if (album.owner !== user) return failed('album.ownerOnly');
  return album.kind === 'personal' ? passed : failed('album.personalOnly');
};

/**
 * Actions on an album other than viewing it (P-21): upload pictures, bind folders, rename it, set its cover, share it,
 * remove it.
 */
export const ALBUM_ACTIONS = ['upload', 'bind', 'rename', 'cover', 'share', 'remove'] as const;
export type AlbumAction = (typeof ALBUM_ACTIONS)[number];

/**
 * ROLE-08, PHOTO-10 to PHOTO-12: every action is for the owner only; a cover needs a personal album, sharing needs the
 * account service.
 */
export const checkAlbumAction = (action: AlbumAction, album: AlbumRights, user: string, lan: boolean) => {
  switch (action) {
    case 'cover':
      return checkAlbumCover(album, user);
    case 'share':
      if (lan && album.owner === user) return failed('album.notOffline');
      return checkAlbumOwner(album, user);
    case 'upload':
    case 'bind':
    case 'rename':
    case 'remove':
      return checkAlbumOwner(album, user);
  }
};
/** The album actions that a user may perform. */
export const albumActions = (album: AlbumRights, user: string, lan: boolean): readonly AlbumAction[] =>
  ALBUM_ACTIONS.filter((action) => checkAlbumAction(action, album, user, lan).ok);

/** PHOTO-02: groups with more pictures than the threshold. */
export const visibleGroups = <T extends { readonly cnt: number }>(
  groups: readonly T[],
  faceMinNum: number = FACE_MIN_NUM,
): readonly T[] => groups.filter(({ cnt }) => cnt > faceMinNum);

/** Thresholds of recognition. */
export interface RecognitionThresholds {
  readonly face_match: number;
  readonly face_detect: number;
  readonly face_quality: number;
  readonly object: number;
}

/** Every threshold is between 0 and 1, both excluded. */
export const checkThresholds = (thresholds: RecognitionThresholds) => {
  const wrong = Object.entries(thresholds).find(([, value]) => !(value > 0 && value < 1));
  return wrong === undefined ? passed : failed('album.threshold', { name: wrong[0] });
};

/** PHOTO-14: the portrait thresholds are the three face values; changing one clears the groups and starts a rescan. */
export const clearsGroups = (before: RecognitionThresholds, after: RecognitionThresholds): boolean =>
  before.face_match !== after.face_match ||
  before.face_detect !== after.face_detect ||
  before.face_quality !== after.face_quality;

/** STATE-25, PHOTO-13: recognition is on, with its thresholds, or off. */
export type Recognition = { readonly at: 'off' } | { readonly at: 'on'; readonly thresholds: RecognitionThresholds };
/** The recognition state, from the box's configuration. */
export const recognitionOf = ({
  enable,
  ...thresholds
}: RecognitionThresholds & { readonly enable: number }): Recognition =>
  enable === 1 ? { at: 'on', thresholds } : { at: 'off' };

/**
 * Effect of a configuration change on the groups: `scan` when recognition is turned on, `rebuild` when a face threshold
 * changes while it is on (PHOTO-14), `forget` when it is turned off and its results are deleted, otherwise `none`.
 */
export const recognitionEffect = (before: Recognition, after: Recognition): 'none' | 'scan' | 'rebuild' | 'forget' => {
  switch (after.at) {
    case 'off':
      return before.at === 'on' ? 'forget' : 'none';
    case 'on':
      if (before.at === 'off') return 'scan';
      return clearsGroups(before.thresholds, after.thresholds) ? 'rebuild' : 'none';
  }
};
