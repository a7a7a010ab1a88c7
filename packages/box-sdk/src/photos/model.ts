import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  epochSeconds,
  flag,
  int,
  intBetween,
  list,
  num,
  oneOf,
  shortList,
  str,
  struct,
  where,
  wirePath,
  essential,
} from '@boxwood/command-bus/codecs';
import { NewOrId, TypedName, UserId } from '../limits.ts';
import { Face } from './people-model.ts';

/** A folder that feeds an album. */
export const AlbumFolder = struct(
  {
    /** The folder. */
    path: essential(str),
  },
  {},
  'AlbumFolder',
);
export type AlbumFolder = TypeOf<typeof AlbumFolder>;

/**
 * An album (PHOTO-03): `kind` is `personal` or `share`, `cover` a md512kb or empty, `num` the number of photos; times in epoch
 * seconds.
 */
export const Album = struct(
  {
    /** Names the album in other calls. */
    id: essential(str),
    /** Whose it is. */
    owner: str,
    /** As it was called. */
    name: str,
    /** Who sees it as well. */
    members: list(str),
    /** The `md512kb` of a picture, or empty. */
    cover: str,
    /** `personal` or `share`. */
    kind: str,
    /** Folders that feed it. */
    watchpath_list: list(AlbumFolder),
    /** Pictures in it. */
    num: bytes,
    /** Made, epoch seconds. */
    ctime: epochSeconds,
    /** Changed, epoch seconds. */
    mtime: epochSeconds,
  },
  {},
  'Album',
);
export type Album = TypeOf<typeof Album>;

/** An album to be made (`id` empty) or changed; members make it a shared one. */
export const AlbumChange = struct(
  {
    owner: UserId,
    id: NewOrId,
    name: TypedName,
    /** Who sees it as well; empty: the owner alone. */
    members: shortList(UserId, 0, 100),
  },
  {},
  'AlbumChange',
);
export type AlbumChange = TypeOf<typeof AlbumChange>;

/** Most folders that one album watches (PHOTO-19). */
export const MAX_ALBUM_FOLDERS = 255;

/** A folder bound to an album: since when (epoch seconds) and with how many photos. */
export const WatchedFolder = struct(
  {
    /** The folder. */
    path: essential(str),
    ctime: epochSeconds,
    /** Pictures in it. */
    num: bytes,
  },
  {},
  'WatchedFolder',
);
export type WatchedFolder = TypeOf<typeof WatchedFolder>;

/**
 * How the album service works and how far its scan is: groups with `cnt` above `faceMinNum` are shown (PHOTO-02), `sources` are
 * the folders with photos, `done` of `total` photos are recognised.
 */
export const AlbumConfig = struct(
  {
    /** People are shown with more pictures than this. */
    faceMinNum: int,
    /** Folders with pictures. */
    sources: list(str),
    /** 1: pictures are being looked for. */
    scanning: flag,
    /** Pictures that were recognised. */
    done: bytes,
    /** Pictures in all. */
    total: bytes,
  },
  {},
  'AlbumConfig',
);
export type AlbumConfig = TypeOf<typeof AlbumConfig>;

/** What of {@link AlbumConfig} may be set. */
export const AlbumConfigChange = struct(
  {},
  {
    /** People are shown with more pictures than this. */
    faceMinNum: intBetween(0, 1000),
    /** Folders with pictures, at most 255. */
    sources: shortList(wirePath, 0, MAX_ALBUM_FOLDERS),
  },
  'AlbumConfigChange',
);
export type AlbumConfigChange = TypeOf<typeof AlbumConfigChange>;

/**
 * The groups that recognition makes (PHOTO-01, G-38): people, named people, faces without a group, objects, places in China,
 * places elsewhere.
 */
export const LABEL_GROUPS = ['faceGroup', 'faceLabel', 'face', 'yolov', 'china', 'overseas'] as const;
export type LabelGroup = (typeof LABEL_GROUPS)[number];
/** One of the groups that recognition makes, as `LABEL_GROUPS`. */
export const LabelGroup = oneOf(LABEL_GROUPS);

/**
 * Where pictures were taken, in words and without a network: a city of China, Hong Kong, Macau, a county of Taiwan, or the nearest city of another
 * country. `name` and `region` are as people there write them in Chinese; outside both pairs are the same. `region` is empty where it would say the name again.
 */
export const PhotoPlace = struct(
  {
    /** Names the place in other calls, and stays. */
    id: essential(str),
    /** Two letters (ISO 3166); HK, MO and TW are of their own. */
    country: str,
    /** What it is called. */
    name: str,
    /** What it is called in English. */
    english: str,
    /** The province or state that it lies in. */
    region: str,
    /** The same in English. */
    region_english: str,
  },
  {},
  'PhotoPlace',
);
export type PhotoPlace = TypeOf<typeof PhotoPlace>;

/**
 * One person, object or place: `cnt` photos, `cover` the md512kb of one of them. `place` in the groups of places; in those of people `face`, which
 * stands for the person in that photo; in that of objects `name` in English, and `chinese`.
 */
export const Label = struct(
  {
    /** Names it in other calls. */
    id: essential(str),
    /** As people call it; empty: nobody did. */
    name: str,
    /** Pictures that show it. */
    cnt: bytes,
    /** The `md512kb` of one of them. */
    cover: str,
  },
  {
    place: PhotoPlace,
    face: Face,
    /** What the thing is called in Chinese. */
    chinese: str,
  },
  'Label',
);
export type Label = TypeOf<typeof Label>;

/** The photo store (PHOTO-01, SDK-E17): counts and progress in `info`, and the labels of every group. */
export const PhotoStore = struct(
  {
    info: AlbumConfig,
    /** People. */
    faceGroup: list(Label),
    /** People with a name. */
    faceLabel: list(Label),
    /** Faces that are nobody's yet. */
    face: list(Label),
    /** Things. */
    yolov: list(Label),
    /** Places in China. */
    china: list(Label),
    /** Places elsewhere. */
    overseas: list(Label),
  },
  {},
  'PhotoStore',
);
export type PhotoStore = TypeOf<typeof PhotoStore>;

/** A photo: `size` bytes, `mtime` and `taken` in epoch seconds, `width` and `height` in pixels, `place` empty when unknown. */
export const Photo = struct(
  {
    /** The file. */
    path: essential(str),
    /** Its name. */
    name: str,
    /** Leads to its thumbnail. */
    md512kb: str,
    /** Bytes. */
    size: bytes,
    /** Changed, epoch seconds. */
    mtime: epochSeconds,
    /** Epoch seconds. */
    taken: epochSeconds,
    /** Pixels. */
    width: int,
    /** Pixels. */
    height: int,
    /** Where it was taken; empty when unknown. */
    place: str,
  },
  {},
  'Photo',
);
export type Photo = TypeOf<typeof Photo>;

/**
 * How recognition works (PHOTO-15): thresholds are shares of certainty, 0 to 1. Changing a face threshold clears the face
 * groups and starts a rescan (PHOTO-14). `text` 1: while recognition is on, what is written in pictures is read as well, English and Chinese; left out of a
 * change it stays as it was, and a box that leaves it out reads none.
 */
export const AiConfig = struct(
  {
    /** 1: pictures are looked through. */
    enable: flag,
    /** From how far apart on two faces are two people, 0 to 1; more joins more. */
    face_match: num,
    /** How sure it must be that something is a face, 0 to 1. */
    face_detect: num,
    /** How sure it must be of a face before somebody is made of it, 0 to 1. */
    face_quality: num,
    /** How sure it must be of what a thing is, 0 to 1. */
    object: num,
  },
  {
    /** 1: what is written in pictures is read as well. */
    text: flag,
  },
  'AiConfig',
);
export type AiConfig = TypeOf<typeof AiConfig>;

/**
 * A classifier that the owner of the machine put into a folder of the box as ONNX with its labels (PHOTO-16): where that is, its file (empty: none), how many
 * kinds it tells apart, and why it is not used, as a word: `labels` they are missing or no list, `large`, `broken` no ONNX that runs here, `shape` it takes no picture,
 * `count` other labels than answers, `slow`, `opening` it is being read; empty while nothing is wrong.
 */
export const OwnClassifier = struct(
  {
    /** Where the box looks for it. */
    folder: str,
    /** Its file there; empty: none. */
    file: str,
    /** How many kinds it tells apart. */
    kinds: int,
    /** Why it is not used: `labels`, `large`, `broken`, `shape`, `count`, `slow` or `opening`; empty: it is. */
    trouble: str,
  },
  {},
  'OwnClassifier',
);
export type OwnClassifier = TypeOf<typeof OwnClassifier>;

/** The thresholds of a new box (PHOTO-15, CONST-54). */
export const DEFAULT_AI_CONFIG: AiConfig = {
  enable: 1,
  face_match: 0.36,
  face_detect: 0.5,
  face_quality: 0.8,
  object: 0.34,
};

/** Thresholds as a request may set them: 0 to 1. */
export const AiConfigChange = where('AiConfig with thresholds 0..1', AiConfig, (config) =>
  [config.face_match, config.face_detect, config.face_quality, config.object].every(
    (share) => share >= 0 && share <= 1,
  ),
);
