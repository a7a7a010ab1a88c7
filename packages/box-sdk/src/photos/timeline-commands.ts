import { bytes, flag, intBetween, list, str, struct } from '@boxwood/command-bus/codecs';
import { albumCommand } from '../define-commands.ts';
import { EntryId, Offset, PageSize } from '../request-limits.ts';
import {
  MapFrame,
  MAX_MAP_ZOOM,
  MonthCount,
  PhotoDetails,
  PhotoFilter,
  PhotoIds,
  PhotoAnnotationInput,
  PhotoMonth,
  PhotoSpot,
  PhotoTwins,
  TimelinePhoto,
} from './timeline-model.ts';

/**
 * Counts the pictures of each month, newest first; their sum is `total`. Includes everything that the caller may read
 * on any data volume of the box, but never files of a safe or the private files. With the `version` of an earlier
 * answer and no changes since, the list is empty and `same` is 1. `WaitChanges` reports changes as the area `photos`.
 * While `reading` is 1 the box is still scanning for pictures, so a small or zero count is not final.
 *
 * `POST /port_20242/photoalbum` `PHOTOMONTHS` (X120, not in the product specification). Refusals (album): 4 service
 * error, 5 unknown album.
 *
 * @example
 * ```ts
 * const { list, total, version, reading } = await box.photos.months({ favourite: 1 });
 * ```
 */
export const ListPhotoMonths = albumCommand({
  name: 'ListPhotoMonths',
  cmd: 'PHOTOMONTHS',
  params: struct({}, { ...PhotoFilter, version: EntryId }),
  result: struct(
    {
      /** Version of the counted state, for the next call. */
      version: str,
      /** 1: nothing changed since `version`, and the list is empty. */
      same: flag,
      /** Number of pictures in all months. */
      total: bytes,
      /** Months, newest first; months without pictures are left out. */
      list: list(MonthCount, 6000),
    },
    {
      /** 1: the box is still scanning for pictures, so a small count is not final. */
      reading: flag,
    },
  ),
  refusals: [4, 5],
  access: 'user',
  idempotent: true,
});

/**
 * Lists pictures of one month of the timeline, newest first, from `start` on: the same pictures that `PHOTOMONTHS`
 * counts with the same filter. Without a month the list covers the whole timeline from its newest end.
 *
 * `POST /port_20242/photoalbum` `PHOTORUN` (X121, not in the product specification). Refusals (album): 4 service error,
 * 5 unknown album.
 *
 * @example
 * ```ts
 * const { list } = await box.photos.run({ month: '2024-05', start: 0, count: 200, words: 'beach' });
 * ```
 */
export const ListPhotoRun = albumCommand({
  name: 'ListPhotoRun',
  cmd: 'PHOTORUN',
  params: struct({ start: Offset, count: PageSize }, { ...PhotoFilter, month: PhotoMonth }),
  result: struct({
    /** Version of the listed state; a different one means that pictures changed in between. */
    version: str,
    /** Number of pictures in the month, or in the timeline, on all pages. */
    total: bytes,
    /** Pictures, newest first. */
    list: list(TimelinePhoto),
  }),
  refusals: [4, 5],
  access: 'user',
  idempotent: true,
});

/**
 * Returns the details of one picture: camera, exposure, place, and all its files and albums that the caller may see.
 *
 * `POST /port_20242/photoalbum` `PHOTOGET` (X122, not in the product specification). Refusals (album): 4 service error,
 * 5 unknown picture.
 *
 * @example
 * ```ts
 * const { camera, exposure, files } = await box.photos.get({ id: '4a7d1ed414474e4033ac29ccb8653d9b' });
 * ```
 */
export const GetPhoto = albumCommand({
  name: 'GetPhoto',
  cmd: 'PHOTOGET',
  params: struct({ id: EntryId }),
  result: PhotoDetails,
  refusals: [4, 5],
  access: 'user',
  idempotent: true,
});

/**
 * Marks pictures as favourites, hides them, or sets their caption or time. The values are visible only to the caller,
 * follow the content when it is moved, and change no file. Pictures that the caller cannot see are missing from `done`.
 *
 * `POST /port_20242/photoalbum` `PHOTOMARK` (X123, not in the product specification). Refusals (album): 4 service
 * error.
 *
 * @example
 * ```ts
 * const { done } = await box.photos.mark({ ids: ['4a7d1ed414474e4033ac29ccb8653d9b'], favourite: 1, caption: 'Gulangyu' });
 * ```
 */
export const MarkPhotos = albumCommand({
  name: 'MarkPhotos',
  cmd: 'PHOTOMARK',
  params: struct({ ids: PhotoIds }, PhotoAnnotationInput),
  result: struct({
    /** Pictures that were changed, without those that the caller cannot see. */
    done: list(str),
  }),
  refusals: [4],
  access: 'user',
  idempotent: false,
});

/**
 * Lists pictures with more than one identical file (the same bytes) that the caller may read, those that use the most
 * space first.
 *
 * `POST /port_20242/photoalbum` `PHOTOTWINS` (X124, not in the product specification). Refusals (album): 4 service
 * error.
 *
 * @example
 * ```ts
 * const { list } = await box.photos.twins({ start: 0, count: 100 });
 * ```
 */
export const ListPhotoTwins = albumCommand({
  name: 'ListPhotoTwins',
  cmd: 'PHOTOTWINS',
  params: struct({ start: Offset, count: PageSize }),
  result: struct({
    /** Total number of entries on all pages. */
    total: bytes,
    /** Entries, those that use the most space first. */
    list: list(PhotoTwins),
  }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Adds individual pictures to an album, in addition to those of its bound folders. Owner only. Members see a picture
 * while they may read one of its files; pictures that the caller cannot see are missing from `done`. `came` holds the
 * pictures that were not in the album before: undo removes exactly these.
 *
 * `POST /port_20242/photoalbum` `PHOTOADD` (X125, not in the product specification). Refusals (album): 5 unknown album,
 * 6 not the owner.
 *
 * @example
 * ```ts
 * const { done, came = done } = await box.photos.addPhotos({ album: 'a1', ids: ['4a7d1ed414474e4033ac29ccb8653d9b'] });
 * ```
 */
export const AddAlbumPhotos = albumCommand({
  name: 'AddAlbumPhotos',
  cmd: 'PHOTOADD',
  params: struct({ album: EntryId, ids: PhotoIds }),
  result: struct(
    {
      /** Pictures that are in the album now, without those that the caller cannot see. */
      done: list(str),
    },
    {
      /** Those of `done` that were not in the album before; absent when the box does not report it. */
      came: list(str),
    },
  ),
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Removes individually added pictures from an album; pictures of a bound folder stay in it. No file is changed. Owner
 * only.
 *
 * `POST /port_20242/photoalbum` `PHOTODROP` (X126, not in the product specification). Refusals (album): 5 unknown
 * album, 6 not the owner.
 *
 * @example
 * ```ts
 * const { done } = await box.photos.dropPhotos({ album: 'a1', ids: ['4a7d1ed414474e4033ac29ccb8653d9b'] });
 * ```
 */
export const DropAlbumPhotos = albumCommand({
  name: 'DropAlbumPhotos',
  cmd: 'PHOTODROP',
  params: struct({ album: EntryId, ids: PhotoIds }),
  result: struct({
    /** Pictures that were removed; pictures of a bound folder stay in the album. */
    done: list(str),
  }),
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Counts the pictures of a timeline on a map: one cluster per grid cell that has pictures, those with most pictures
 * first, at most 1,000. A grid cell is 90 degrees wide and high at `zoom` 0, and half of that with each step. Without a
 * frame the result covers the whole world. `spot` of `PHOTORUN` lists the pictures of one cell.
 *
 * `POST /port_20242/photoalbum` `PHOTOSPOTS` (X135, not in the product specification). Refusals (album): 4 service
 * error, 5 unknown album.
 *
 * @example
 * ```ts
 * const { total, list } = await box.photos.spots({ zoom: 4, frame: { west: 73, south: 18, east: 135, north: 54 } });
 * ```
 */
export const ListPhotoSpots = albumCommand({
  name: 'ListPhotoSpots',
  cmd: 'PHOTOSPOTS',
  params: struct(
    {
      /** Zoom level: a grid cell is 90 degrees wide and high at 0, half of that with each step. */
      zoom: intBetween(0, MAX_MAP_ZOOM),
    },
    { ...PhotoFilter, frame: MapFrame },
  ),
  result: struct({
    /** Version of the counted state; a different one means that pictures changed. */
    version: str,
    /** Number of pictures in the frame with a known location. */
    total: bytes,
    /** Clusters, with most pictures first, at most 1,000. */
    list: list(PhotoSpot, 1000),
  }),
  refusals: [4, 5],
  access: 'user',
  idempotent: true,
});
