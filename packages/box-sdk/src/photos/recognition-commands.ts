import { bytes, flag, int, list, nothing, oneOf, str, struct } from '@boxwood/command-bus/codecs';
import { shareCommand, albumCommand } from '../define.ts';
import { UserId, EntryId, TypedName, Offset, PageSize } from '../limits.ts';
import { LabelGroup, Label, AiConfig, OwnClassifier, AiConfigChange } from './model.ts';

/** What recognition found in pictures, and how it works. */

/**
 * Lists what recognition found in one group, what most pictures show first; screens ask for 500 (PHOTO-18) and hide entries not above `faceMinNum`.
 * `china` and `overseas` are the places of the pictures that the caller may see, Hong Kong, Macau and Taiwan apart; `faceGroup` people in them,
 * `faceLabel` those with a name, `face` faces that are not sure enough to be anybody's. `yolov` are kinds of
 * things in them, and `kinds` is how many this box tells apart. With `hidden` 1 it is people whom the caller hid. A box that recognises no objects
 * refuses their group.
 *
 * `POST /port_20242/photoalbum` `LABELLIST` (B97). Refusals (album): 4 service error.
 *
 * @example
 * ```ts
 * const { list } = await box.photos.labels({ user: 'ann', group: 'faceGroup', start: 0, count: 500 });
 * ```
 */
export const ListLabels = albumCommand({
  name: 'ListLabels',
  cmd: 'LABELLIST',
  params: struct(
    { user: UserId, group: LabelGroup, start: Offset, count: PageSize },
    {
      /** 1: people whom the caller hid, and no others. */
      hidden: oneOf([1]),
    },
  ),
  result: struct(
    {
      /** How many labels there are on all pages. */
      total: bytes,
      /** The one with most pictures first. */
      list: list(Label),
    },
    {
      /** Of the group `yolov`: how many kinds of things this box tells apart. */
      kinds: int,
    },
  ),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Names a person, for the caller alone.
 *
 * `POST /port_20242/photoalbum` `LABELSET` (X16). Refusals (album): 5 unknown entry.
 *
 * @example
 * ```ts
 * await box.photos.nameLabel({ user: 'ann', group: 'faceGroup', id: 'g7', name: 'Grandma' });
 * ```
 */
export const NameLabel = albumCommand({
  name: 'NameLabel',
  cmd: 'LABELSET',
  params: struct({
    user: UserId,
    /** Only people have names of the caller's. */
    group: oneOf(['faceGroup']),
    id: EntryId,
    name: TypedName,
  }),
  result: nothing,
  refusals: [5],
  access: 'user',
  idempotent: false,
});

/**
 * Starts to group all faces anew.
 *
 * `POST /port_20242/photoalbum` `FACERECLASS` (B98). Refusals (album): 2 busy, 10 recognition is running.
 *
 * @example
 * ```ts
 * await box.photos.regroup({ user: 'ann' });
 * ```
 */
export const RegroupFaces = albumCommand({
  name: 'RegroupFaces',
  cmd: 'FACERECLASS',
  params: struct({ user: UserId }),
  result: nothing,
  refusals: [2, 10],
  access: 'user',
  idempotent: false,
  cost: 'heavy',
});

/**
 * Tells how far recognition is: `done` of `total` pictures. `trouble` says as a word why this box cannot: `memory` (it has too little), `engine`
 * (what computes does not run here) or `text` (faces and things are found, what reads text does not run here).
 *
 * `POST /port_20242/photoalbum` `FACERECLASSSCHEDULE` (B99). Refusals (album): 4 service error.
 *
 * @example
 * ```ts
 * const { running, done, total } = await box.photos.regrouping({ user: 'ann' });
 * ```
 */
export const GetRegrouping = albumCommand({
  name: 'GetRegrouping',
  cmd: 'FACERECLASSSCHEDULE',
  params: struct({ user: UserId }),
  result: struct(
    {
      /** 1: pictures are being looked through. */
      running: flag,
      /** Pictures that were looked through. */
      done: bytes,
      /** Pictures in all. */
      total: bytes,
    },
    {
      /** Why this box cannot, as a word: `memory`, `engine` or `text`; absent: it can. */
      trouble: str,
    },
  ),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Reads how recognition works; an administrator also hears of the classifier that the owner of the machine gave it, in `own`.
 *
 * `POST /{token}` `AICFGGET` (B64). Refusals: 3 failed, 7 service off.
 *
 * @example
 * ```ts
 * const { cfg } = await box.photos.ai({ user: 'ann' });
 * ```
 */
export const GetAiConfig = shareCommand({
  name: 'GetAiConfig',
  cmd: 'AICFGGET',
  params: struct({ user: UserId }),
  result: struct({ cfg: AiConfig }, { own: OwnClassifier }),
  refusals: [3, 7],
  access: 'user',
  idempotent: true,
});

/**
 * Sets how recognition works; a changed face threshold clears the groups and scans again (PHOTO-14). Switched off, everything that was recognised is
 * forgotten, also what people said of it; with `text` 0 so is what is written in pictures. Administrator only.
 *
 * `POST /{token}` `AICFGSET` (B65). Refusals: 3 failed, 11 a threshold outside 0 to 1.
 *
 * @example
 * ```ts
 * await box.photos.setAi({ user: 'ann', cfg: { ...DEFAULT_AI_CONFIG, enable: 0 } });
 * ```
 */
export const SetAiConfig = shareCommand({
  name: 'SetAiConfig',
  cmd: 'AICFGSET',
  params: struct({ user: UserId, cfg: AiConfigChange }),
  result: nothing,
  refusals: [3, 11],
  access: 'admin',
  idempotent: false,
});
