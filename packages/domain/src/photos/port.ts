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
import type { PortResult, LazyResult } from '../outcome.ts';
import type { AlbumInput, PhotoDuplicates, PhotoFilter, PhotoChanges, PhotoMapClusters } from './photos.ts';

/** Number of photos per month. */
export interface MonthCounts {
  readonly version: string;
  readonly total: number;
  readonly list: readonly MonthCount[];
}

/** Some photos of a month or of the whole timeline, and their total number. */
export interface PhotoBatch {
  readonly version: string;
  readonly total: number;
  readonly list: readonly TimelinePhoto[];
}

/** Response to a request for the months. */
export interface MonthsResponse {
  /** Null: unchanged since the version of the request. */
  readonly months: MonthCounts | null;
  /** The box is still indexing. */
  readonly isReading: boolean;
}

/** Source of timelines. */
export interface TimelinePort {
  months(filter: PhotoFilter, version: string | null): LazyResult<MonthsResponse>;
  /** `month` null: the whole timeline. */
  photos(filter: PhotoFilter, month: string | null, start: number, count: number): LazyResult<PhotoBatch>;
}

/**
 * The box calls for photos. Lists of ids have at most `MAX_PHOTOS_PER_CALL` entries; the response lists the ids that were
 * changed.
 */
export interface PhotosPort extends TimelinePort {
  details(id: string): PortResult<PhotoDetails>;
  update(ids: readonly string[], changes: PhotoChanges): PortResult<readonly string[]>;
  albums(start: number, count: number): PortResult<{ readonly total: number; readonly list: readonly Album[] }>;
  putAlbum(input: AlbumInput): PortResult<string>;
  removeAlbum(id: string): PortResult<unknown>;
  /** `added`: the photos that were not in the album before. */
  addTo(
    album: string,
    ids: readonly string[],
  ): PortResult<{ readonly done: readonly string[]; readonly added: readonly string[] }>;
  dropFrom(album: string, ids: readonly string[]): PortResult<readonly string[]>;
  twins(start: number, count: number): PortResult<PhotoDuplicates>;
  config(): PortResult<AlbumConfig>;
  labels(
    group: LabelGroup,
    start: number,
    count: number,
  ): PortResult<{ readonly total: number; readonly list: readonly Label[]; readonly kinds?: number | undefined }>;
  mapClusters(zoom: number, frame?: MapFrame): PortResult<PhotoMapClusters>;
  makeFolder(path: string): PortResult<unknown>;
  /** Checks that a folder can be listed. */
  checkFolder(path: string): PortResult<unknown>;
  bind(album: string, path: string): PortResult<unknown>;
  unbind(album: string, path: string): PortResult<unknown>;
  /** All folders of an album, up to the maximum number (PHOTO-19). */
  folders(album: string): PortResult<readonly WatchedFolder[]>;
  setCover(album: string, path: string): PortResult<unknown>;
}
