import type {
  Album,
  AlbumConfig,
  Label,
  LabelGroup,
  MapFrame,
  MonthCount,
  PhotoDetails,
  TimelinePhoto,
  WatchedFolder,
} from '@boxwood/box-sdk';
import type { Answer, Question } from '../outcome.ts';
import type { AlbumWish, Duplicates, PhotoFilter, PhotoMarks, PhotoSpots } from './photos.ts';

/** Number of photos per month. */
export interface Months {
  readonly version: string;
  readonly total: number;
  readonly list: readonly MonthCount[];
}

/** Some photos of a month or of the whole timeline, and their total number. */
export interface Run {
  readonly version: string;
  readonly total: number;
  readonly list: readonly TimelinePhoto[];
}

/** Response to a request for the months. */
export interface Counted {
  /** Null: unchanged since the version of the request. */
  readonly months: Months | null;
  /** The box is still indexing. */
  readonly isReading: boolean;
}

/** Source of timelines. */
export interface LinePort {
  months(filter: PhotoFilter, version: string | null): Question<Counted>;
  /** `month` null: the whole timeline. */
  run(filter: PhotoFilter, month: string | null, start: number, count: number): Question<Run>;
}

/**
 * The box calls for photos. Lists of ids have at most `MAX_PHOTOS` entries; the response lists the ids that were
 * changed.
 */
export interface PhotosPort extends LinePort {
  details(id: string): Answer<PhotoDetails>;
  mark(ids: readonly string[], marks: PhotoMarks): Answer<readonly string[]>;
  albums(start: number, count: number): Answer<{ readonly total: number; readonly list: readonly Album[] }>;
  putAlbum(wish: AlbumWish): Answer<string>;
  removeAlbum(id: string): Answer<unknown>;
  /** `added`: the photos that were not in the album before. */
  addTo(
    album: string,
    ids: readonly string[],
  ): Answer<{ readonly done: readonly string[]; readonly came: readonly string[] }>;
  dropFrom(album: string, ids: readonly string[]): Answer<readonly string[]>;
  twins(start: number, count: number): Answer<Duplicates>;
  config(): Answer<AlbumConfig>;
  labels(
    group: LabelGroup,
    start: number,
    count: number,
  ): Answer<{ readonly total: number; readonly list: readonly Label[]; readonly kinds?: number | undefined }>;
  spots(zoom: number, frame?: MapFrame): Answer<PhotoSpots>;
  makeFolder(path: string): Answer<unknown>;
  /** Checks that a folder can be listed. */
  look(path: string): Answer<unknown>;
  bind(album: string, path: string): Answer<unknown>;
  unbind(album: string, path: string): Answer<unknown>;
  /** All folders of an album, up to the maximum number (PHOTO-19). */
  folders(album: string): Answer<readonly WatchedFolder[]>;
  setCover(album: string, path: string): Answer<unknown>;
}
