import { bytes, intBetween, list, nothing, shortList, str, struct, text, wirePath } from '@boxwood/command-bus/codecs';
import { albumCommand } from '../define-commands.ts';
import { FailedPath } from '../files/file-model.ts';
import { UserId, EntryId, Offset, PageSize } from '../request-limits.ts';
import {
  Album,
  AlbumChange,
  MAX_ALBUM_FOLDERS,
  WatchedFolder,
  AlbumConfig,
  AlbumConfigChange,
  LabelGroup,
  Photo,
} from './photo-model.ts';

export * from './recognition-commands.ts';

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
  result: struct({
    /** Total number of albums on all pages. */
    total: bytes,
    /** The caller's own albums, and those that the caller is a member of. */
    list: list(Album),
  }),
  refusals: [2, 4],
  access: 'user',
  idempotent: true,
});

/**
 * Makes an album (`id` empty) or changes its name and members; owner only (ROLE-08).
 *
 * `POST /port_20242/photoalbum` `TYPEPUT` (B89). Refusals (album): 5 unknown album, 6 not the owner, 7 name in use.
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
  result: struct({
    /** Identifies the album in other calls. */
    id: str,
  }),
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
 * Lists the folders bound to an album; screens request offset 0 and count 255 (PHOTO-19).
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
    /** Maximum number of folders on a page. */
    count: intBetween(1, MAX_ALBUM_FOLDERS),
  }),
  result: struct({
    /** Folders visible to the caller. */
    watchpath_list: list(WatchedFolder),
  }),
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
 * Binds several folders; `failed` lists those that were not bound, with their album code (G-67).
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
  result: struct({
    /** Folders that were not bound, with the reason as an album code (`ALB`). */
    failed: list(FailedPath),
  }),
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
 * Reads the configuration of the album service and the progress of its scan.
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
 * Sets the given fields of the album service's configuration. Administrator only.
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
 * Lists photos, newest first (PHOTO-04): all that the caller may see, those of an album, or those of one label of a
 * group.
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
    {
      album: EntryId,
      group: LabelGroup,
      /** Only photos with this label of `group`, with an id from `photos.labels`. */
      label: text(1, 128),
    },
  ),
  result: struct({
    /** Total number of photos on all pages. */
    total: bytes,
    /** Photos, newest first. */
    list: list(Photo),
  }),
  refusals: [4, 5],
  access: 'user',
  idempotent: true,
});
