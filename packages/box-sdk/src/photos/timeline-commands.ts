import { bytes, flag, intBetween, list, str, struct } from '@boxwood/command-bus/codecs';
import { albumCommand } from '../define.ts';
import { EntryId, Offset, PageSize } from '../limits.ts';
import {
  MapFrame,
  MAX_SPOT_ZOOM,
  MonthCount,
  PhotoDetails,
  PhotoFilter,
  PhotoIds,
  PhotoMarks,
  PhotoMonth,
  PhotoSpot,
  PhotoTwins,
  TimelinePhoto,
} from './timeline-model.ts';

/**
 * Counts the pictures of each month, the newest first; their sum is `total`. Everything the caller may read is there, wherever it lies in the
 * box's data volumes, but never what a safe or the private files hold. With `version` of an earlier answer and nothing changed the list is empty and
 * `same` is 1. What changes is told as the area `photos` of `WaitChanges`. As long as `reading` is 1 the box is still looking for pictures, so that few
 * or none says nothing yet.
 *
 * `POST /port_20242/photoalbum` `PHOTOMONTHS` (X120, not in the product specification). Refusals (album): 4 service error, 5 unknown album.
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
      /** Of what was counted, for the next call. */
      version: str,
      /** 1: nothing changed since `version`, and the list is empty. */
      same: flag,
      /** Pictures of all months. */
      total: bytes,
      /** The newest first; a month without pictures is left out. */
      list: list(MonthCount, 6000),
    },
    {
      /** 1: the box still looks for pictures, so that few says nothing yet. */
      reading: flag,
    },
  ),
  refusals: [4, 5],
  access: 'user',
  idempotent: true,
});

/**
 * Lists pictures of one month of the time line, the newest first, from `start` on: the same pictures that `PHOTOMONTHS` counted with the same
 * filter. Without a month the whole time line is gone through from its newest end.
 *
 * `POST /port_20242/photoalbum` `PHOTORUN` (X121, not in the product specification). Refusals (album): 4 service error, 5 unknown album.
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
    /** Of what was listed; another one: something changed in between. */
    version: str,
    /** How many the month has, or the time line, on all pages. */
    total: bytes,
    /** The newest first. */
    list: list(TimelinePhoto),
  }),
  refusals: [4, 5],
  access: 'user',
  idempotent: true,
});

/**
 * Tells what is known of one picture: camera, exposure, place, all its files and albums that the caller may see.
 *
 * `POST /port_20242/photoalbum` `PHOTOGET` (X122, not in the product specification). Refusals (album): 4 service error, 5 unknown picture.
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
 * Makes pictures favourites, hides them, gives them a caption or another time. It is the caller's alone, stays with the content wherever it is
 * moved, and changes no file. Pictures that the caller does not see are left out of `done`.
 *
 * `POST /port_20242/photoalbum` `PHOTOMARK` (X123, not in the product specification). Refusals (album): 4 service error.
 *
 * @example
 * ```ts
 * const { done } = await box.photos.mark({ ids: ['4a7d1ed414474e4033ac29ccb8653d9b'], favourite: 1, caption: 'Gulangyu' });
 * ```
 */
export const MarkPhotos = albumCommand({
  name: 'MarkPhotos',
  cmd: 'PHOTOMARK',
  params: struct({ ids: PhotoIds }, PhotoMarks),
  result: struct({
    /** Pictures that were marked; those that the caller does not see are missing. */
    done: list(str),
  }),
  refusals: [4],
  access: 'user',
  idempotent: false,
});

/**
 * Lists pictures of which the caller may read more than one file with the very same bytes, those first that take the most room.
 *
 * `POST /port_20242/photoalbum` `PHOTOTWINS` (X124, not in the product specification). Refusals (album): 4 service error.
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
    /** How many there are on all pages. */
    total: bytes,
    /** What takes the most room first. */
    list: list(PhotoTwins),
  }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Puts pictures into an album by hand, beside those of its bound folders. Owner only. Members see a picture as long as they may read one of
 * its files; pictures that the caller does not see are left out of `done`. In `came` are those that were not there before: to take it back is to
 * take these out again.
 *
 * `POST /port_20242/photoalbum` `PHOTOADD` (X125, not in the product specification). Refusals (album): 5 unknown album, 6 not the owner.
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
      /** Pictures that are in it now; those that the caller does not see are missing. */
      done: list(str),
    },
    {
      /** Those of `done` that were not in it before; absent: the box does not say. */
      came: list(str),
    },
  ),
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Takes pictures out of an album that were put there by hand; what a bound folder holds stays in it. No file is touched. Owner only.
 *
 * `POST /port_20242/photoalbum` `PHOTODROP` (X126, not in the product specification). Refusals (album): 5 unknown album, 6 not the owner.
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
    /** Pictures that were taken out; what a bound folder holds stays in it. */
    done: list(str),
  }),
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Counts the pictures of a time line on a map: of each part of it with any, those of most pictures first, at most 1,000. The parts are 90 degrees
 * wide and high at `zoom` 0, and half of that with each step. Without a frame the whole world is looked at. `spot` of `PHOTORUN` lists the pictures
 * of one part.
 *
 * `POST /port_20242/photoalbum` `PHOTOSPOTS` (X135, not in the product specification). Refusals (album): 4 service error, 5 unknown album.
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
      /** How near: a part is 90 degrees wide and high at 0, half of that with each step. */
      zoom: intBetween(0, MAX_SPOT_ZOOM),
    },
    { ...PhotoFilter, frame: MapFrame },
  ),
  result: struct({
    /** Of what was counted; another one: something changed. */
    version: str,
    /** Pictures in the frame that say where they were taken. */
    total: bytes,
    /** Parts with any, that of most pictures first, at most 1,000. */
    list: list(PhotoSpot, 1000),
  }),
  refusals: [4, 5],
  access: 'user',
  idempotent: true,
});
