import {
  bytes,
  flag,
  int,
  intBetween,
  list,
  nothing,
  oneOf,
  shortList,
  str,
  struct,
  text,
  wirePath,
} from '@boxwood/command-bus/codecs';
import { albumCommand, shareCommand } from '../define.ts';
import { FailedPath } from '../files/model.ts';
import { EntryId, Offset, PageSize, TypedName, UserId } from '../limits.ts';
import {
  AiConfig,
  AiConfigChange,
  Album,
  AlbumChange,
  AlbumConfig,
  AlbumConfigChange,
  Label,
  LabelGroup,
  MAX_ALBUM_FOLDERS,
  OwnClassifier,
  Photo,
  WatchedFolder,
} from './model.ts';

/**
 * Lists the caller's albums and those the caller is a member of.
 *
 * `POST /port_20242/photoalbum` `TYPELIST` (B88). Refusals (album): 2 busy, 4 service error.
 *
 * @example
 * ```ts
 * const { list } = await box.photos.albums({ user: 'ann', start: 0, count: 100 });
 * ```
 */
export const ListAlbums = albumCommand({
  name: 'ListAlbums',
  cmd: 'TYPELIST',
  params: struct({ user: UserId, start: Offset, count: PageSize }),
  result: struct({ total: bytes, list: list(Album) }),
  refusals: [2, 4],
  access: 'user',
  idempotent: true,
});

/**
 * Makes an album (`id` empty) or changes its name and members; only its owner may (ROLE-08).
 *
 * `POST /port_20242/photoalbum` `TYPEPUT` (B89). Refusals (album): 5 unknown album, 6 not the owner, 7 name taken.
 *
 * @example
 * ```ts
 * const { id } = await box.photos.putAlbum({ owner: 'ann', id: '', name: 'Trip', members: [] });
 * ```
 */
export const PutAlbum = albumCommand({
  name: 'PutAlbum',
  cmd: 'TYPEPUT',
  params: AlbumChange,
  result: struct({ id: str }),
  refusals: [5, 6, 7],
  access: 'user',
  idempotent: false,
});

/**
 * Removes an album; its photos stay on the disk. Owner only.
 *
 * `POST /port_20242/photoalbum` `TYPEDEL` (B90). Refusals (album): 5 unknown album, 6 not the owner.
 *
 * @example
 * ```ts
 * await box.photos.removeAlbum({ owner: 'ann', id: 'a1' });
 * ```
 */
export const RemoveAlbum = albumCommand({
  name: 'RemoveAlbum',
  cmd: 'TYPEDEL',
  params: struct({ owner: UserId, id: EntryId }),
  result: nothing,
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Lists the folders bound to an album; screens ask for offset 0 and count 255 (PHOTO-19).
 *
 * `POST /port_20242/photoalbum` `LISTWATCH` (B91). Refusals (album): 5 unknown album.
 *
 * @example
 * ```ts
 * const { watchpath_list } = await box.photos.folders({ id: 'a1', offset: 0, count: 255 });
 * ```
 */
export const ListAlbumFolders = albumCommand({
  name: 'ListAlbumFolders',
  cmd: 'LISTWATCH',
  params: struct({
    id: EntryId,
    offset: Offset,
    /** How many folders a page may hold. */
    count: intBetween(1, MAX_ALBUM_FOLDERS),
  }),
  result: struct({ watchpath_list: list(WatchedFolder) }),
  refusals: [5],
  access: 'user',
  idempotent: true,
});

/**
 * Binds a folder to an album. Owner only.
 *
 * `POST /port_20242/photoalbum` `ADDWATCH` (B92). Refusals (album): 5 unknown album, 6 not the owner, 8 bound already, 9 no such folder.
 *
 * @example
 * ```ts
 * await box.photos.addFolder({ id: 'a1', path: '/mnt/usb1/ann/Trip' });
 * ```
 */
export const AddAlbumFolder = albumCommand({
  name: 'AddAlbumFolder',
  cmd: 'ADDWATCH',
  params: struct({ id: EntryId, path: wirePath }),
  result: nothing,
  refusals: [5, 6, 8, 9],
  access: 'user',
  idempotent: false,
  paths: { path: 'read' },
});

/**
 * Binds several folders; what did not work is named in `failed` with its album code (G-67).
 *
 * `POST /port_20242/photoalbum` `ADDWATCHS` (B115). Refusals (album): 5 unknown album, 6 not the owner.
 *
 * @example
 * ```ts
 * const { failed } = await box.photos.addFolders({ id: 'a1', paths: ['/mnt/usb1/ann/Trip', '/mnt/usb1/ann/Home'] });
 * ```
 */
export const AddAlbumFolders = albumCommand({
  name: 'AddAlbumFolders',
  cmd: 'ADDWATCHS',
  params: struct({
    id: EntryId,
    /** At most 255. */
    paths: shortList(wirePath, 1, MAX_ALBUM_FOLDERS),
  }),
  result: struct({ failed: list(FailedPath) }),
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
  paths: { paths: 'read' },
  partial: true,
});

/**
 * Unbinds a folder. Owner only.
 *
 * `POST /port_20242/photoalbum` `DELWATCH` (B93). Refusals (album): 5 unknown album, 6 not the owner, 9 not bound.
 *
 * @example
 * ```ts
 * await box.photos.removeFolder({ id: 'a1', path: '/mnt/usb1/ann/Trip' });
 * ```
 */
export const RemoveAlbumFolder = albumCommand({
  name: 'RemoveAlbumFolder',
  cmd: 'DELWATCH',
  params: struct({ id: EntryId, path: wirePath }),
  result: nothing,
  refusals: [5, 6, 9],
  access: 'user',
  idempotent: false,
});

/**
 * Sets the cover of a personal album. Owner only (PHOTO-10).
 *
 * `POST /port_20242/photoalbum` `TYPESETAPPDATA` (B94). Refusals (album): 5 unknown album, 6 not the owner or a shared album.
 *
 * @example
 * ```ts
 * await box.photos.setCover({ id: 'a1', cover: '/mnt/usb1/ann/Trip/1.jpg' });
 * ```
 */
export const SetAlbumCover = albumCommand({
  name: 'SetAlbumCover',
  cmd: 'TYPESETAPPDATA',
  params: struct({ id: EntryId, cover: wirePath }),
  result: nothing,
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
  paths: { cover: 'read' },
});

/**
 * Reads how the album service is set up and how far its scan is.
 *
 * `POST /port_20242/photoalbum` `CFGGET` (B95). Refusals (album): 4 service error.
 *
 * @example
 * ```ts
 * const { cfg } = await box.photos.config();
 * ```
 */
export const GetAlbumConfig = albumCommand({
  name: 'GetAlbumConfig',
  cmd: 'CFGGET',
  params: nothing,
  result: struct({ cfg: AlbumConfig }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Sets what of the album service is given. Administrator only.
 *
 * `POST /port_20242/photoalbum` `CFGSET` (B96). Refusals (album): 4 service error.
 *
 * @example
 * ```ts
 * await box.photos.setConfig({ cfg: { faceMinNum: 3 } });
 * ```
 */
export const SetAlbumConfig = albumCommand({
  name: 'SetAlbumConfig',
  cmd: 'CFGSET',
  params: struct({ cfg: AlbumConfigChange }),
  result: nothing,
  refusals: [4],
  access: 'admin',
  idempotent: false,
});

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
  params: struct({ user: UserId, group: LabelGroup, start: Offset, count: PageSize }, { hidden: oneOf([1]) }),
  result: struct({ total: bytes, list: list(Label) }, { kinds: int }),
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
  params: struct({ user: UserId, group: oneOf(['faceGroup']), id: EntryId, name: TypedName }),
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
  result: struct({ running: flag, done: bytes, total: bytes }, { trouble: str }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Lists photos, newest first (PHOTO-04): all the caller may see, those of an album, or those of one label of a group.
 *
 * `POST /port_20242/photoalbum` `PHOTOLIST` (X15). Refusals (album): 4 service error, 5 unknown album or label.
 *
 * @example
 * ```ts
 * const { list } = await box.photos.list({ user: 'ann', group: 'china', label: 'p1', start: 0, count: 100 });
 * ```
 */
export const ListPhotos = albumCommand({
  name: 'ListPhotos',
  cmd: 'PHOTOLIST',
  params: struct(
    { user: UserId, start: Offset, count: PageSize },
    { album: EntryId, group: LabelGroup, label: text(1, 128) },
  ),
  result: struct({ total: bytes, list: list(Photo) }),
  refusals: [4, 5],
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
