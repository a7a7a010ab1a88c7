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
import { EntryId } from '../limits.ts';
import { PhotoPlace } from './model.ts';

/** What a picture is. A later box knows more, so replies say it as a text. */
export const PHOTO_KINDS = ['photo', 'video', 'live', 'screenshot', 'panorama', 'raw'] as const;
export type PhotoKind = (typeof PHOTO_KINDS)[number];

/** Where the time of a picture comes from: somebody set it, the camera wrote it, the name of the file says it, the file's own time. */
export const TAKEN_FROM = ['person', 'camera', 'name', 'file'] as const;
export type TakenFrom = (typeof TAKEN_FROM)[number];

/** Most pictures that one call names. */
export const MAX_PHOTOS = 500;

/** Words of a search: in names, folders, captions, places, cameras, names of people and things; months and years in English and Chinese. All have to be found. */
export const PhotoWords = text(1, 128);

/** A day of every year as `05-01`, by the clock where the picture was taken. */
export const PhotoDay = matching('day', /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);

/** A part of the world, as `PHOTOSPOTS` names it: how near, its column from the west and its row from the south. */
export const PhotoSpotId = matching('spot', /^\d{1,2}\.\d{1,6}\.\d{1,6}$/);

/** How near a map can be looked at: parts of 90 degrees, halved so often. */
export const MAX_SPOT_ZOOM = 14;

/**
 * Which pictures a time line shows; what is absent leaves none out. Hidden ones are shown by `hidden` 1 alone; `day` are those of that day in every
 * year, `place` those that were taken at the place with this id, `spot` those of that part of the map, `person` those that show them, `thing` those that show
 * one of this kind (a label of `yolov`).
 */
export const PhotoFilter = {
  /** Those of this album. */
  album: EntryId,
  /** Those of this kind. */
  kind: oneOf(PHOTO_KINDS),
  /** Favourites alone. */
  favourite: oneOf([1]),
  /** Hidden ones alone, which are never among the others. */
  hidden: oneOf([1]),
  /** Those of that day in every year, as `05-01`. */
  day: PhotoDay,
  /** Those that were taken at the place with this id. */
  place: text(1, 128),
  /** Those of that part of the map. */
  spot: PhotoSpotId,
  /** Those that show this person. */
  person: EntryId,
  /** Those that show one of this kind. */
  thing: text(1, 64),
  words: PhotoWords,
} as const;

/** A month of the time line as `2024-05`, by the time of day where the picture was taken. */
export const PhotoMonth = matching('month', /^\d{4}-(0[1-9]|1[0-2])$/);

/** How many pictures a month has. */
export const MonthCount = struct(
  {
    /** As `2024-05`, by the clock where pictures were taken. */
    month: essential(str),
    /** Pictures of it. */
    count: bytes,
  },
  {},
  'MonthCount',
);
export type MonthCount = TypeOf<typeof MonthCount>;

/**
 * A picture of the time line. `id` is the content: it stays through rename, move, recycle bin and copy. `path` is one of its files (the
 * first that the caller may read), `video` the film of a live photo, `raw` the raw file of a picture that has one; empty when there is none.
 * `taken` in epoch seconds, `zone` in minutes east of UTC where it was taken: the clock on the wall is `taken + zone * 60` read as UTC.
 * `width` and `height` in pixels as it is looked at (turned as the camera was held), 0 when unknown. `duration` in seconds. `placeholder`
 * is a thumbhash in base64 (about 30 bytes), empty when there is none. `md512kb` leads to its thumbnail.
 */
export const TimelinePhoto = struct(
  {
    /** Names the content: it stays through rename, move and copy. */
    id: essential(str),
    /** The first of its files that the caller may read. */
    path: essential(diskText),
    /** Leads to its thumbnail. */
    md512kb: str,
    /** Bytes. */
    size: bytes,
    /** Epoch seconds. */
    taken: epochSeconds,
    /** Minutes east of UTC where it was taken. */
    zone: int,
    /** Where the time comes from: a person, the camera, the name or the file. */
    takenfrom: str,
    /** Pixels as it is looked at; 0 unknown. */
    width: int,
    /** Pixels as it is looked at; 0 unknown. */
    height: int,
    /** What it is. */
    kind: str,
    /** Seconds of a film. */
    duration: num,
    /** What the place is called where it was taken; empty when unknown. */
    place: str,
    /** 1: the caller likes it. */
    favourite: flag,
    /** 1: it is left out unless asked for. */
    hidden: flag,
    /** What somebody wrote below it. */
    caption: str,
    /** A thumbhash in base64, or empty. */
    placeholder: str,
    /** The film of a live photo, or empty. */
    video: diskText,
    /** The raw file beside it, or empty. */
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
 * What is known of one picture. What the camera did not say is empty or 0: `exposure` in seconds, `aperture` as f-number, `focal` in
 * millimetres. `located` 1: `latitude` and `longitude` in degrees are known. `original` is the time before somebody set it. `trouble` says as a
 * word why the picture cannot be seen: `heic` (damaged, or too large for this box), `raw` (this box does not decode it), `film` (it has no ffmpeg), `unreadable`; a later box knows more.
 */
export const PhotoDetails = struct(
  {
    /** The picture in the time line. */
    photo: essential(TimelinePhoto),
    /** Every file that holds it. */
    files: list(PhotoFile, 100),
    /** Albums that it is in. */
    albums: list(str, 200),
    /** Empty when it did not say. */
    camera: str,
    /** Empty when the camera did not say. */
    lens: str,
    /** Seconds. */
    exposure: num,
    /** f-number. */
    aperture: num,
    /** Sensitivity. */
    iso: int,
    /** Millimetres. */
    focal: num,
    /** 1: `latitude` and `longitude` are known. */
    located: flag,
    /** Degrees. */
    latitude: num,
    /** Degrees. */
    longitude: num,
    /** Where it was taken, in two letters (ISO 3166). */
    country: str,
    /** The time before somebody set it, epoch seconds. */
    original: epochSeconds,
    /** Why it cannot be seen, as a word; or empty. */
    trouble: str,
  },
  {
    /** Where it was taken, in words; absent when nothing is known of that. */
    place: PhotoPlace,
    /** What is written in it, a line each, as far as the box could read it; absent when that is nothing, or is not looked for. */
    text: str,
  },
  'PhotoDetails',
);
export type PhotoDetails = TypeOf<typeof PhotoDetails>;

/** Files with the same bytes, as far as the caller may read them. */
export const PhotoTwins = struct(
  {
    /** Names the content, as in the time line. */
    id: essential(str),
    /** Leads to its thumbnail. */
    md512kb: str,
    /** Bytes of one of the files. */
    size: bytes,
    /** Where the same bytes are. */
    files: list(PhotoFile, 100),
  },
  {},
  'PhotoTwins',
);
export type PhotoTwins = TypeOf<typeof PhotoTwins>;

/** What a map shows, in degrees; what reaches over the date line is asked for in two parts. */
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

/** The pictures of one part of the map: how many, where in the middle of them, and the newest. */
export const PhotoSpot = struct(
  {
    /** Names the part in other calls. */
    id: essential(str),
    /** Degrees. */
    latitude: num,
    /** Degrees. */
    longitude: num,
    /** Pictures. */
    cnt: bytes,
    /** Leads to the thumbnail of the newest. */
    cover: str,
  },
  {
    /** Where that was taken, in words; absent where nothing has a name. */
    place: PhotoPlace,
  },
  'PhotoSpot',
);
export type PhotoSpot = TypeOf<typeof PhotoSpot>;

/** Pictures by their ids. */
export const PhotoIds = shortList(EntryId, 1, MAX_PHOTOS);

/** What somebody says of pictures; what is absent stays. The empty caption takes it away, `taken` 0 goes back to the picture's own time. */
export const PhotoMarks = {
  /** 1 a favourite, 0 none. */
  favourite: flag,
  /** 1 out of the time line, 0 back into it. */
  hidden: flag,
  /** Empty takes it away. */
  caption: text(0, 1000),
  /** When it was taken, epoch seconds. */
  taken: intBetween(-2_208_988_800, 32_503_680_000),
} as const;
