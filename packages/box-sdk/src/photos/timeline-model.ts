import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  diskText,
  epochSeconds,
  essential,
  flag,
  int,
  intBetween,
  list,
  matching,
  num,
  oneOf,
  shortList,
  str,
  struct,
  text,
} from '@boxwood/command-bus/codecs';
import { EntryId } from '../request-limits.ts';
import { PhotoPlace } from './photo-model.ts';

/** Kinds of pictures. Replies carry the kind as text, because a later box may add others. */
export const PHOTO_KINDS = ['photo', 'video', 'live', 'screenshot', 'panorama', 'raw'] as const;
export type PhotoKind = (typeof PHOTO_KINDS)[number];

/**
 * Source of the time of a picture: set by a user, written by the camera, from the file name, or the file's own time.
 */
export const CAPTURE_TIME_SOURCES = ['person', 'camera', 'name', 'file'] as const;
export type CaptureTimeSource = (typeof CAPTURE_TIME_SOURCES)[number];

/** Maximum number of pictures in one call. */
export const MAX_PHOTOS_PER_CALL = 500;

/**
 * Search text: words in names, folders, captions, places, cameras, names of people and objects; months and years in
 * English and Chinese. Every word must match.
 */
export const PhotoSearchText = text(1, 128);

/** A day of every year as `05-01`, in the local time of the place where the picture was taken. */
export const PhotoDay = matching('day', /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);

/** A grid cell of the map, as in `PHOTOSPOTS`: zoom level, column from the west and row from the south. */
export const PhotoSpotId = matching('spot', /^\d{1,2}\.\d{1,6}\.\d{1,6}$/);

/** Highest zoom level of the map: the number of times that a grid cell of 90 degrees is halved. */
export const MAX_MAP_ZOOM = 14;

/**
 * Filter of the timeline; absent fields do not filter. `hidden` 1 shows only hidden pictures; `day` those of that day
 * in every year, `place` those taken at the place with this id, `spot` those in that grid cell of the map, `person`
 * those that show this person, `thing` those that show an object of this kind (a label of `yolov`).
 */
export const PhotoFilter = {
  /** Only pictures of this album. */
  album: EntryId,
  /** Only pictures of this kind. */
  kind: oneOf(PHOTO_KINDS),
  /** Only favourites. */
  favourite: oneOf([1]),
  /** Only hidden pictures, which are never listed otherwise. */
  hidden: oneOf([1]),
  /** Only pictures of that day in every year, as `05-01`. */
  day: PhotoDay,
  /** Only pictures taken at the place with this id. */
  place: text(1, 128),
  /** Only pictures in that grid cell of the map. */
  spot: PhotoSpotId,
  /** Only pictures that show this person. */
  person: EntryId,
  /** Only pictures that show an object of this kind. */
  thing: text(1, 64),
  words: PhotoSearchText,
} as const;

/** A month of the timeline as `2024-05`, in the local time of the place where the picture was taken. */
export const PhotoMonth = matching('month', /^\d{4}-(0[1-9]|1[0-2])$/);

/** Number of pictures in a month. */
export const MonthCount = struct(
  {
    /** As `2024-05`, in the local time of the place where pictures were taken. */
    month: essential(str),
    /** Number of pictures. */
    count: bytes,
  },
  {},
  'MonthCount',
);
export type MonthCount = TypeOf<typeof MonthCount>;

/**
 * A picture of the timeline. `id` identifies the content: it stays the same through rename, move, recycle bin and copy.
 * `path` is one of its files (the first that the caller may read), `video` the film of a live photo, `raw` the raw file
 * of a picture; empty when there is none. `taken` in epoch seconds, `zone` in minutes east of UTC where it was taken:
 * the local time is `taken + zone * 60` read as UTC. `width` and `height` in pixels as displayed (after rotation), 0
 * when unknown. `duration` in seconds. `placeholder` is a thumbhash in base64 (about 30 bytes), empty when there is
 * none. `md512kb` identifies its thumbnail.
 */
export const TimelinePhoto = struct(
  {
    /** Identifies the content: it stays the same through rename, move and copy. */
    id: essential(str),
    /** The first of its files that the caller may read. */
    path: essential(diskText),
    /** Identifies its thumbnail. */
    md512kb: str,
    /** Bytes. */
    size: bytes,
    /** When it was taken, epoch seconds. */
    taken: epochSeconds,
    /** Minutes east of UTC where it was taken. */
    zone: int,
    /** Source of the time, as `CAPTURE_TIME_SOURCES`: a person, the camera, the name or the file. */
    takenfrom: str,
    /** Pixels as displayed; 0 when unknown. */
    width: int,
    /** Pixels as displayed; 0 when unknown. */
    height: int,
    /** Kind of picture, as `PHOTO_KINDS`. */
    kind: str,
    /** Length of a film in seconds. */
    duration: num,
    /** Name of the place where it was taken; empty when unknown. */
    place: str,
    /** 1: it is a favourite of the caller. */
    favourite: flag,
    /** 1: it is hidden unless requested. */
    hidden: flag,
    /** Caption written by the caller. */
    caption: str,
    /** A thumbhash in base64, or empty. */
    placeholder: str,
    /** The film of a live photo, or empty. */
    video: diskText,
    /** The raw file that belongs to it, or empty. */
    raw: diskText,
  },
  {},
  'TimelinePhoto',
);
export type TimelinePhoto = TypeOf<typeof TimelinePhoto>;

/** One of the files that hold a picture: `size` in bytes, `mtime` in epoch seconds. */
export const PhotoFile = struct(
  {
    /** Whole path. */
    path: essential(diskText),
    /** Bytes. */
    size: bytes,
    mtime: epochSeconds,
  },
  {},
  'PhotoFile',
);
export type PhotoFile = TypeOf<typeof PhotoFile>;

/**
 * Details of one picture. Values that the camera did not record are empty or 0: `exposure` in seconds, `aperture` as
 * f-number, `focal` in millimetres. `located` 1: `latitude` and `longitude` in degrees are known. `original` is the
 * time before a user changed it. `trouble` is a word for why the picture cannot be displayed: `heic` (damaged, or too
 * large for this box), `raw` (this box does not decode it), `film` (it has no ffmpeg), `unreadable`; a later box may
 * add others.
 */
export const PhotoDetails = struct(
  {
    /** The picture in the timeline. */
    photo: essential(TimelinePhoto),
    /** Every file with this content. */
    files: list(PhotoFile, 100),
    /** Albums that contain it. */
    albums: list(str, 200),
    /** Camera model; empty when unknown. */
    camera: str,
    /** Lens; empty when unknown. */
    lens: str,
    /** Exposure time in seconds. */
    exposure: num,
    /** Aperture as f-number. */
    aperture: num,
    /** ISO sensitivity. */
    iso: int,
    /** Focal length in millimetres. */
    focal: num,
    /** 1: `latitude` and `longitude` are known. */
    located: flag,
    /** Degrees. */
    latitude: num,
    /** Degrees. */
    longitude: num,
    /** Country where it was taken, in two letters (ISO 3166). */
    country: str,
    /** The time before a user changed it, epoch seconds. */
    original: epochSeconds,
    /** Why it cannot be displayed, as a word; or empty. */
    trouble: str,
  },
  {
    /** Place where it was taken; absent when unknown. */
    place: PhotoPlace,
    /**
     * Text in the picture, one line per line of text, as far as the box could read it; absent when there is none, or
     * when text recognition is off.
     */
    text: str,
  },
  'PhotoDetails',
);
export type PhotoDetails = TypeOf<typeof PhotoDetails>;

/** Files with the same bytes, limited to those that the caller may read. */
export const PhotoTwins = struct(
  {
    /** Identifies the content, as in the timeline. */
    id: essential(str),
    /** Identifies its thumbnail. */
    md512kb: str,
    /** Bytes of one of the files. */
    size: bytes,
    /** Files with these bytes. */
    files: list(PhotoFile, 100),
  },
  {},
  'PhotoTwins',
);
export type PhotoTwins = TypeOf<typeof PhotoTwins>;

/** The visible part of a map, in degrees; a frame across the date line needs two requests. */
export const MapFrame = struct(
  {
    /** Its left edge, -180 to 180. */
    west: num,
    /** Its lower edge, -90 to 90. */
    south: num,
    /** Its right edge, -180 to 180. */
    east: num,
    /** Its upper edge, -90 to 90. */
    north: num,
  },
  {},
  'MapFrame',
);
export type MapFrame = TypeOf<typeof MapFrame>;

/** A cluster of pictures on the map: their number, their centre, and the newest one. */
export const PhotoSpot = struct(
  {
    /** Identifies the grid cell in other calls. */
    id: essential(str),
    /** Degrees. */
    latitude: num,
    /** Degrees. */
    longitude: num,
    /** Number of pictures. */
    cnt: bytes,
    /** Identifies the thumbnail of the newest picture. */
    cover: str,
  },
  {
    /** Place of the newest picture; absent when it has no name. */
    place: PhotoPlace,
  },
  'PhotoSpot',
);
export type PhotoSpot = TypeOf<typeof PhotoSpot>;

/** Pictures by their ids. */
export const PhotoIds = shortList(EntryId, 1, MAX_PHOTOS_PER_CALL);

/**
 * Values that a user sets on pictures; absent fields stay unchanged. An empty caption removes it, `taken` 0 restores
 * the picture's own time.
 */
export const PhotoAnnotationInput = {
  /** 1 sets, 0 clears the favourite. */
  favourite: flag,
  /** 1 hides it from the timeline, 0 shows it again. */
  hidden: flag,
  /** Empty removes the caption. */
  caption: text(0, 1000),
  /** When it was taken, epoch seconds. */
  taken: intBetween(-2_208_988_800, 32_503_680_000),
} as const;
