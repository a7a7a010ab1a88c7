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
import { NewOrId, TypedName, UserId } from '../request-limits.ts';
import { Face } from './people-model.ts';

/** A folder whose pictures belong to an album. */
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
    /** Identifies the album in other calls. */
    id: essential(str),
    /** User id of the owner. */
    owner: str,
    /** Name of the album. */
    name: str,
    /** User ids of those who can see it besides the owner. */
    members: list(str),
    /** The `md512kb` of its cover picture, or empty. */
    cover: str,
    /** `personal` or `share`. */
    kind: str,
    /** Folders whose pictures belong to it. */
    watchpath_list: list(AlbumFolder),
    /** Number of pictures in it. */
    num: bytes,
    /** Created, epoch seconds. */
    ctime: epochSeconds,
    /** Changed, epoch seconds. */
    mtime: epochSeconds,
  },
  {},
  'Album',
);
export type Album = TypeOf<typeof Album>;

/** An album to create (`id` empty) or change; an album with members is a shared one. */
export const AlbumChange = struct(
  {
    owner: UserId,
    id: NewOrId,
    name: TypedName,
    /** User ids of those who can see it besides the owner; empty: the owner alone. */
    members: shortList(UserId, 0, 100),
  },
  {},
  'AlbumChange',
);
export type AlbumChange = TypeOf<typeof AlbumChange>;

/** Maximum number of folders bound to one album (PHOTO-19). */
export const MAX_ALBUM_FOLDERS = 255;

/** A folder bound to an album: time of binding (epoch seconds) and number of photos. */
export const WatchedFolder = struct(
  {
    /** The folder. */
    path: essential(str),
    ctime: epochSeconds,
    /** Number of pictures in it. */
    num: bytes,
  },
  {},
  'WatchedFolder',
);
export type WatchedFolder = TypeOf<typeof WatchedFolder>;

/**
 * Configuration of the album service and progress of its scan: groups with `cnt` above `faceMinNum` are shown
 * (PHOTO-02), `sources` are the folders with photos, `done` of `total` photos are recognised.
 */
export const AlbumConfig = struct(
  {
    /** Only people with more pictures than this are shown. */
    faceMinNum: int,
    /** Folders with pictures. */
    sources: list(str),
    /** 1: the box is scanning for pictures. */
    scanning: flag,
    /** Number of pictures already recognised. */
    done: bytes,
    /** Total number of pictures. */
    total: bytes,
  },
  {},
  'AlbumConfig',
);
export type AlbumConfig = TypeOf<typeof AlbumConfig>;

/** Fields of {@link AlbumConfig} that can be set. */
export const AlbumConfigChange = struct(
  {},
  {
    /** Only people with more pictures than this are shown. */
    faceMinNum: intBetween(0, 1000),
    /** Folders with pictures, at most 255. */
    sources: shortList(wirePath, 0, MAX_ALBUM_FOLDERS),
  },
  'AlbumConfigChange',
);
export type AlbumConfigChange = TypeOf<typeof AlbumConfigChange>;

/**
 * The groups of recognition results (PHOTO-01, G-38): people, named people, faces without a group, objects, places in
 * China, places elsewhere.
 */
export const LABEL_GROUPS = ['faceGroup', 'faceLabel', 'face', 'yolov', 'china', 'overseas'] as const;
export type LabelGroup = (typeof LABEL_GROUPS)[number];
/** One of the groups of recognition results, as `LABEL_GROUPS`. */
export const LabelGroup = oneOf(LABEL_GROUPS);

/**
 * Name of the place where pictures were taken, found without a network: a city of China, Hong Kong, Macau, a county of
 * Taiwan, or the nearest city of another country. `name` and `region` are in the local Chinese spelling; outside
 * Chinese-speaking places both language fields are equal. `region` is empty when it would repeat the name.
 */
export const PhotoPlace = struct(
  {
    /** Identifies the place in other calls; it never changes. */
    id: essential(str),
    /** Two letters (ISO 3166); HK, MO and TW count separately. */
    country: str,
    /** Name of the place. */
    name: str,
    /** Name of the place in English. */
    english: str,
    /** The province or state of the place. */
    region: str,
    /** The province or state in English. */
    region_english: str,
  },
  {},
  'PhotoPlace',
);
export type PhotoPlace = TypeOf<typeof PhotoPlace>;

/**
 * One person, object or place: `cnt` photos, `cover` the md512kb of one of them. Place groups set `place`; people
 * groups set `face`, the face of the person in that photo; the object group sets `name` in English, and `chinese`.
 */
export const Label = struct(
  {
    /** Identifies the label in other calls. */
    id: essential(str),
    /** Name given by the user; empty when there is none. */
    name: str,
    /** Number of pictures with this label. */
    cnt: bytes,
    /** The `md512kb` of one of them. */
    cover: str,
  },
  {
    place: PhotoPlace,
    face: Face,
    /** Name of the object in Chinese. */
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
    /** Faces not assigned to a person yet. */
    face: list(Label),
    /** Objects. */
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
    /** Path of the file. */
    path: essential(str),
    /** Name of the file. */
    name: str,
    /** Identifies its thumbnail. */
    md512kb: str,
    /** Bytes. */
    size: bytes,
    /** Modified, epoch seconds. */
    mtime: epochSeconds,
    /** When it was taken, epoch seconds. */
    taken: epochSeconds,
    /** Pixels. */
    width: int,
    /** Pixels. */
    height: int,
    /** Place where it was taken; empty when unknown. */
    place: str,
  },
  {},
  'Photo',
);
export type Photo = TypeOf<typeof Photo>;

/**
 * Configuration of recognition (PHOTO-15): thresholds are confidence values, 0 to 1. Changing a face threshold clears
 * the face groups and starts a rescan (PHOTO-14). `text` 1: while recognition is on, English and Chinese text in
 * pictures is read as well. A change without `text` leaves it unchanged, and a box that omits it reads no text.
 */
export const AiConfig = struct(
  {
    /** 1: recognition is on. */
    enable: flag,
    /** Distance between two faces above which they count as different people, 0 to 1; a higher value merges more. */
    face_match: num,
    /** Minimum confidence that something is a face, 0 to 1. */
    face_detect: num,
    /** Minimum quality of a face before it can form a person, 0 to 1. */
    face_quality: num,
    /** Minimum confidence in the kind of an object, 0 to 1. */
    object: num,
  },
  {
    /** 1: text in pictures is read as well. */
    text: flag,
  },
  'AiConfig',
);
export type AiConfig = TypeOf<typeof AiConfig>;

/**
 * A custom classifier that the owner of the machine put into a folder of the box, as ONNX with its labels (PHOTO-16):
 * the folder, its file (empty: none), the number of kinds it distinguishes, and a word for why it is not used: `labels`
 * they are missing or not a list, `large` too large, `broken` not an ONNX model that runs here, `shape` it does not
 * accept a picture, `count` the number of labels differs from the number of outputs, `slow` too slow, `opening` it is
 * being loaded; empty when there is no problem.
 */
export const CustomClassifier = struct(
  {
    /** Folder where the box searches for it. */
    folder: str,
    /** File in that folder; empty: none. */
    file: str,
    /** Number of kinds it distinguishes. */
    kinds: int,
    /**
     * Why it is not used: `labels`, `large`, `broken`, `shape`, `count`, `slow` or `opening`; empty when it is used.
     */
    trouble: str,
  },
  {},
  'OwnClassifier',
);
export type CustomClassifier = TypeOf<typeof CustomClassifier>;

/** Default thresholds (PHOTO-15, CONST-54). */
export const DEFAULT_AI_CONFIG: AiConfig = {
  enable: 1,
  face_match: 0.36,
  face_detect: 0.5,
  face_quality: 0.8,
  object: 0.34,
};

/** Thresholds as a request can set them: 0 to 1. */
export const AiConfigChange = where('AiConfig with thresholds 0..1', AiConfig, (config) =>
  [config.face_match, config.face_detect, config.face_quality, config.object].every(
    (share) => share >= 0 && share <= 1,
  ),
);
