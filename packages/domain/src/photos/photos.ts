import type {
  Album,
  Label,
  MapFrame,
  PhotoDetails,
  PhotoFile,
  PhotoKind,
  PhotoPlace,
  PhotoSpot,
  PhotoTwins,
  TimelinePhoto,
  WatchedFolder,
} from '@boxwood/box-sdk';
import type { Place } from '../model.ts';
import type { ActionCounts } from '../files/files.ts';
import type { Outcome, LazyResult } from '../outcome.ts';
import type { QueryState } from '../state/query.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { WatchHandle } from '../time/watchers.ts';

/** Filter of a timeline; absent fields do not filter. */
export interface PhotoFilter {
  readonly album?: string;
  readonly kind?: PhotoKind;
  readonly favourite?: true;
  /** Of this day in every year, as `05-01`. */
  readonly day?: string;
  /** Taken there, by the id of a {@link LocationLabel}. */
  readonly place?: string;
  /** Taken in that part of a map, by the id of a map cluster. */
  readonly spot?: string;
  /** Photos that show a person, by id. */
  readonly person?: string;
  /** Photos that show an object, by the id of an {@link ObjectLabel}. */
  readonly thing?: string;
  /** Search text as typed; blanks only do not filter. */
  readonly words?: string;
}

/** A month of a timeline, as `2024-05`. Its photos, newest first, are null until they are loaded. */
export interface TimelineMonth {
  readonly month: string;
  readonly count: number;
  readonly photos: readonly TimelinePhoto[] | null;
}

/** The known part of a timeline: all months, newest first, with the photos of the loaded ones. */
export interface TimelineData {
  readonly total: number;
  readonly months: readonly TimelineMonth[];
  /** The box is still indexing: few or no photos may be temporary. */
  readonly isReading: boolean;
}

/** A timeline shown by one screen. Requests are sent only while the screen watches, for the months near the view. */
export interface PhotoTimeline {
  readonly state$: StateStream<QueryState<TimelineData>>;
  /** Sends requests until the handle is closed. */
  watch(): WatchHandle;
  /** Sets the months near the view; other months are not loaded. */
  show(months: readonly string[]): void;
  /** At most `limit` photos around one of them in timeline order, also from months that are not loaded. */
  around(id: string, limit: number): LazyResult<readonly TimelinePhoto[]>;
  /** Reloads now. */
  readonly reload: () => void;
}

/** A location with the number of photos taken there, and the `md512kb` of the newest. */
export type LocationLabel = Pick<Label, 'id' | 'cnt' | 'cover'> & { readonly place: PhotoPlace };

/**
 * Locations of photos, those with the most photos first: China, Hong Kong, Macau and Taiwan separately from elsewhere
 * (P-21).
 */
export interface PhotoLocations {
  readonly china: readonly LocationLabel[];
  readonly overseas: readonly LocationLabel[];
}

/** A kind of object with the number of photos that show one, and the `md512kb` of the newest; `name` is English. */
export type ObjectLabel = Pick<Label, 'id' | 'name' | 'cnt' | 'cover' | 'chinese'>;

/** Kinds of objects in the photos, the most frequent first; `kinds` is the number of kinds this box can recognise. */
export interface PhotoObjects {
  readonly kinds: number;
  readonly objects: readonly ObjectLabel[];
}

/** Map clusters: the number of photos with a position, and the parts of the map with the most photos. */
export interface PhotoMapClusters {
  readonly total: number;
  readonly list: readonly PhotoSpot[];
}

/** Photos of which the user can read several identical files: the total, and those that take the most space. */
export interface PhotoDuplicates {
  readonly total: number;
  readonly list: readonly PhotoTwins[];
}

/** Changes of photos by the user; absent fields stay. `taken` in epoch seconds, 0 for the photo's own time. */
export interface PhotoChanges {
  readonly favourite?: 0 | 1;
  readonly caption?: string;
  readonly taken?: number;
}

/** An album to create (`id` null) or change; with members it is a shared album. */
export type AlbumInput = Pick<Album, 'name' | 'members'> & { readonly id: string | null };

/** An album as named in notices. */
export type NamedAlbum = Pick<Album, 'id' | 'name'>;

/** The photos of the box: timelines over its index, changes of photos, and albums (X120 to X126, B88 to B94). */
export interface Photos {
  /**
   * False once the box has reported that it has no index: timelines are then built from listings, by file time, and
   * photos cannot be changed.
   */
  readonly indexed$: StateStream<boolean>;
  timeline(filter: PhotoFilter): PhotoTimeline;
  /** All details of one photo. */
  details(id: string): LazyResult<PhotoDetails>;
  /**
   * Changes photos. All timelines show the change optimistically, and revert it with a notice where the box refused.
   * With `undoChanges` it can be undone, which a notice offers except for a single favourite. Yields the ids of the
   * changed photos.
   */
  update(ids: readonly string[], changes: PhotoChanges, undoChanges?: PhotoChanges): Outcome<readonly string[]>;
  /**
   * Moves the files of photos into the recycle bin, with the video and the raw file next to them; timelines hide them
   * immediately. Other files of the same content stay. In places without a bin (shares of others) nothing is deleted,
   * and the user is notified.
   */
  remove(photos: readonly TimelinePhoto[], placeOf: (path: string) => Place | null): Outcome<ActionCounts>;
  /**
   * Photos stored more than once (X124). With very many only those that take the most space; the others follow when
   * these are cleaned up.
   */
  duplicates(): LazyResult<PhotoDuplicates>;
  /** Moves some of the files of photos into the recycle bin. Photos with other files stay where they are. */
  removeFiles(copies: readonly PhotoFile[], placeOf: (path: string) => Place | null): Outcome<ActionCounts>;
  /** Locations with more than a few photos (PHOTO-02). */
  locations(): LazyResult<PhotoLocations>;
  /** Objects in more than a few photos (PHOTO-02). */
  objects(): LazyResult<PhotoObjects>;
  /** The map clusters of a view: cells of 90 degrees, halved with each zoom step. Without a frame all of them. */
  mapClusters(zoom: number, frame?: MapFrame): LazyResult<PhotoMapClusters>;
  /** Albums of this user and those shared with them. */
  albums(): LazyResult<readonly Album[]>;
  /** Creates or changes an album. Yields its id; the caller shows a failure. */
  saveAlbum(input: AlbumInput): Outcome<string>;
  /** Deletes an album; the photos stay. */
  removeAlbum(album: NamedAlbum): Outcome<null>;
  /** Adds photos to an album, and offers an undo. */
  addTo(album: NamedAlbum, ids: readonly string[]): Outcome<readonly string[]>;
  /** Removes photos from an album, and offers an undo; photos of a bound folder stay and are reported. */
  dropFrom(album: NamedAlbum, ids: readonly string[]): Outcome<readonly string[]>;
  /** The folders that contain the photos of this box (cfg.sources, G-38). */
  sources(): LazyResult<readonly string[]>;
  /** The folders bound to albums. */
  readonly folders: AlbumFolders;
  /** Sets the cover of a personal album, by the path of one of its files. */
  setCover(album: string, path: string): Outcome<null>;
}

/** The folders of albums: an album shows all photos in them (PHOTO-19, PHOTO-21). */
export interface AlbumFolders {
  list(album: string): LazyResult<readonly WatchedFolder[]>;
  /** Binds a folder to an album, so that it shows its photos; can be undone. */
  bind(album: NamedAlbum, path: string): Outcome<null>;
  unbind(album: NamedAlbum, path: string): Outcome<null>;
  /**
   * Creates an upload folder for an album and binds it (PHOTO-07 to PHOTO-09). `target` is a folder of the album, or
   * any other. Yields the folder to upload into; the caller shows a failure.
   */
  upload(album: Album, target: string): Outcome<string>;
}

/** Local time at the place where a photo was taken, in milliseconds as if it were UTC. */
export const localTimeOf = ({ taken, zone }: Pick<TimelinePhoto, 'taken' | 'zone'>): number =>
  (taken + zone * 60) * 1000;
