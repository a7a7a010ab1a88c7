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

/** How many pictures each month has. */
export interface Months {
  readonly version: string;
  readonly total: number;
  readonly list: readonly MonthCount[];
}

/** Some pictures of a month or of the whole line, and how many it has. */
export interface Run {
  readonly version: string;
  readonly total: number;
  readonly list: readonly TimelinePhoto[];
}

/** What was answered about the months. */
export interface Counted {
  /** Null: nothing changed since the version that was asked with. */
  readonly months: Months | null;
  /** The box is still looking for pictures. */
  readonly isReading: boolean;
}

/** Where time lines come from. */
export interface LinePort {
  months(filter: PhotoFilter, version: string | null): Question<Counted>;
  /** `month` null: of all of them. */
  run(filter: PhotoFilter, month: string | null, start: number, count: number): Question<Run>;
}

/** The calls of the pictures. Lists of ids have at most `MAX_PHOTOS`, and what is answered are those of which it holds. */
export interface PhotosPort extends LinePort {
  details(id: string): Answer<PhotoDetails>;
  mark(ids: readonly string[], marks: PhotoMarks): Answer<readonly string[]>;
  albums(start: number, count: number): Answer<{ readonly total: number; readonly list: readonly Album[] }>;
  putAlbum(wish: AlbumWish): Answer<string>;
  removeAlbum(id: string): Answer<unknown>;
  /** `came` are those that the album had not before. */
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
  /** Whether a folder can be listed. */
  look(path: string): Answer<unknown>;
  bind(album: string, path: string): Answer<unknown>;
  unbind(album: string, path: string): Answer<unknown>;
  /** The folders of an album, all that it can have (PHOTO-19). */
  folders(album: string): Answer<readonly WatchedFolder[]>;
  setCover(album: string, path: string): Answer<unknown>;
}
