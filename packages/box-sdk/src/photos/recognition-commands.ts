import { bytes, flag, int, list, nothing, oneOf, str, struct } from '@boxwood/command-bus/codecs';
import { shareCommand, albumCommand } from '../define-commands.ts';
import { UserId, EntryId, TypedName, Offset, PageSize } from '../request-limits.ts';
import { LabelGroup, Label, AiConfig, CustomClassifier, AiConfigChange } from './photo-model.ts';

/** Results and configuration of recognition in pictures. */

/**
 * Lists what recognition found in one group, labels with most pictures first; screens request 500 (PHOTO-18) and hide
 * entries not above `faceMinNum`. `china` and `overseas` are the places of the pictures that the caller may see, with
 * Hong Kong, Macau and Taiwan listed separately; `faceGroup` the people in them, `faceLabel` people with a name, `face`
 * faces with too little confidence to assign a person. `yolov` are kinds of objects in them, and `kinds` is the number
 * of kinds this box distinguishes. With `hidden` 1 the list has the people whom the caller hid. A box that recognises
 * no objects refuses their group.
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
      /** 1: only people whom the caller hid. */
      hidden: oneOf([1]),
    },
  ),
  result: struct(
    {
      /** Total number of labels on all pages. */
      total: bytes,
      /** Labels, with most pictures first. */
      list: list(Label),
    },
    {
      /** Only for the group `yolov`: the number of kinds of objects this box distinguishes. */
      kinds: int,
    },
  ),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Names a person, only for the caller.
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
    /** The caller can name only people. */
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
 * Starts to regroup all faces.
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
 * Returns the progress of recognition: `done` of `total` pictures. `trouble` is a word for why this box cannot
 * recognise pictures: `memory` (it has too little), `engine` (the recognition engine does not run here) or `text`
 * (faces and objects are found, but the text engine does not run here).
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
      /** 1: recognition is processing pictures. */
      running: flag,
      /** Number of processed pictures. */
      done: bytes,
      /** Total number of pictures. */
      total: bytes,
    },
    {
      /** Why this box cannot recognise pictures, as a word: `memory`, `engine` or `text`; absent when it can. */
      trouble: str,
    },
  ),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Reads the configuration of recognition; an administrator also gets the custom classifier of the machine's owner, in
 * `own`.
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
  result: struct({ cfg: AiConfig }, { own: CustomClassifier }),
  refusals: [3, 7],
  access: 'user',
  idempotent: true,
});

/**
 * Configures recognition; a changed face threshold clears the groups and scans again (PHOTO-14). Turning it off deletes
 * all recognition results, including the users' changes to them; `text` 0 deletes the text read from pictures.
 * Administrator only.
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
