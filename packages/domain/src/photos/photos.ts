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
import type { Tally } from '../files/files.ts';
import type { Outcome, Question } from '../outcome.ts';
import type { Asked } from '../state/query.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { Watch } from '../time/watchers.ts';

/** Which pictures a time line shows; what is absent leaves none out. */
export interface PhotoFilter {
  readonly album?: string;
  readonly kind?: PhotoKind;
  readonly favourite?: true;
  /** Of this day in every year, as `05-01`. */
  readonly day?: string;
  /** Taken there, by the id of a {@link PlaceLabel}. */
  readonly place?: string;
  /** Taken in that part of a map, by the id of a spot. */
  readonly spot?: string;
  /** That show them, by the id of a person. */
  readonly person?: string;
  /** That show one, by the id of a {@link ThingLabel}. */
  readonly thing?: string;
  /** As somebody typed them; blanks alone leave none out. */
  readonly words?: string;
}

/** A month of a time line, as `2024-05`. Its pictures are null until they were looked at; the newest first. */
export interface LineMonth {
  readonly month: string;
  readonly count: number;
  readonly photos: readonly TimelinePhoto[] | null;
}

/** A time line as far as it is known: its months all, the newest first, and of them the pictures of those that were looked at. */
export interface Line {
  readonly total: number;
  readonly months: readonly LineMonth[];
  /** The box is still looking for pictures: few or none says nothing yet. */
  readonly isReading: boolean;
}

/** A time line that one screen shows. It is asked for while somebody watches, and month by month as they are shown. */
export interface PhotoLine {
  readonly state$: StateStream<Asked<Line>>;
  /** Asks until the handle is closed. */
  watch(): Watch;
  /** The months that are near what is seen: the others rest. */
  show(months: readonly string[]): void;
  /** The pictures around one of them in the order of the line, at most so many, also those of months that were not looked at. */
  around(id: string, most: number): Question<readonly TimelinePhoto[]>;
  /** Asks now. */
  readonly reload: () => void;
}

/** A place with the number of pictures that were taken there, and the `md512kb` of the newest. */
export type PlaceLabel = Pick<Label, 'id' | 'cnt' | 'cover'> & { readonly place: PhotoPlace };

/** The places of pictures, that of most of them first: in China, Hong Kong, Macau and Taiwan apart, and elsewhere (P-21). */
export interface PhotoPlaces {
  readonly china: readonly PlaceLabel[];
  readonly overseas: readonly PlaceLabel[];
}

/** A kind of thing with the number of pictures that show one, and the `md512kb` of the newest; `name` in English. */
export type ThingLabel = Pick<Label, 'id' | 'name' | 'cnt' | 'cover' | 'chinese'>;

/** The kinds of things that pictures show, what most of them show first; `kinds` is how many this box can tell apart. */
export interface PhotoThings {
  readonly kinds: number;
  readonly things: readonly ThingLabel[];
}

/** Where on a map pictures are: how many of them say it, and those parts with the most. */
export interface PhotoSpots {
  readonly total: number;
  readonly list: readonly PhotoSpot[];
}

/** Pictures of which somebody may read several files with the very same bytes: how many there are, and those of them that take the most room. */
export interface Duplicates {
  readonly total: number;
  readonly list: readonly PhotoTwins[];
}

/** What a person says of pictures; what is absent stays. `taken` in epoch seconds, 0 for the picture's own time. */
export interface PhotoMarks {
  readonly favourite?: 0 | 1;
  readonly caption?: string;
  readonly taken?: number;
}

/** An album to be made (`id` null) or changed; with members it is a shared one. */
export type AlbumWish = Pick<Album, 'name' | 'members'> & { readonly id: string | null };

/** An album as far as it is named in what is told. */
export type NamedAlbum = Pick<Album, 'id' | 'name'>;

/** The pictures of the box: time lines over its index, what a person says of pictures, and albums (X120 to X126, B88 to B94). */
export interface Photos {
  /** False once the box said that it has no index: lines are made of listings then, by the time of the file, and nothing can be said of pictures. */
  readonly indexed$: StateStream<boolean>;
  line(filter: PhotoFilter): PhotoLine;
  /** Everything that is known of one picture. */
  details(id: string): Question<PhotoDetails>;
  /**
   * Says something of pictures. Every line shows it at once, and takes it back, told in words, where the box did not take it. With `back` it can be
   * taken back, which a notice offers for all but one heart. Yields the ids of which it holds.
   */
  mark(ids: readonly string[], marks: PhotoMarks, back?: PhotoMarks): Outcome<readonly string[]>;
  /**
   * Moves the files that stand for pictures into the recycle bin, as Files does, with the film and the raw file beside them; every line leaves
   * them out at once. Other files of the same content stay. Where no bin is - in what others share - nothing is touched, and told.
   */
  remove(photos: readonly TimelinePhoto[], placeOf: (path: string) => Place | null): Outcome<Tally>;
  /** Pictures that lie here more than once (X124). Of very many those that take the most room: the rest follow when these are tidied up. */
  duplicates(): Question<Duplicates>;
  /** Moves some of the files that hold pictures into the recycle bin, as Files does. Pictures that have other files stay where they are. */
  removeFiles(copies: readonly PhotoFile[], placeOf: (path: string) => Place | null): Outcome<Tally>;
  /** Where pictures were taken, places with more than a few of them (PHOTO-02). */
  places(): Question<PhotoPlaces>;
  /** What things pictures show, those that more than a few of them show (PHOTO-02). */
  things(): Question<PhotoThings>;
  /** The pictures on a map as it is looked at: parts of 90 degrees, halved with each step of the zoom. Without a frame all of them. */
  spots(zoom: number, frame?: MapFrame): Question<PhotoSpots>;
  /** Albums of this person and those that others let them see. */
  albums(): Question<readonly Album[]>;
  /** Makes or changes an album. Yields its id; a refusal is the caller's to show. */
  saveAlbum(wish: AlbumWish): Outcome<string>;
  /** Ends an album; no picture is touched. */
  removeAlbum(album: NamedAlbum): Outcome<null>;
  /** Puts pictures into an album, and offers to take them out again. */
  addTo(album: NamedAlbum, ids: readonly string[]): Outcome<readonly string[]>;
  /** Takes pictures out of an album, and offers to put them back; what a bound folder holds stays and is told. */
  dropFrom(album: NamedAlbum, ids: readonly string[]): Outcome<readonly string[]>;
  /** The folders that hold the pictures of this box (cfg.sources, G-38). */
  sources(): Question<readonly string[]>;
  /** The folders whose pictures an album shows. */
  readonly folders: AlbumFolders;
  /** The picture that stands for a personal album, by a file of it. */
  setCover(album: string, path: string): Outcome<null>;
}

/** The folders of albums: an album shows whatever lies in them (PHOTO-19, PHOTO-21). */
export interface AlbumFolders {
  list(album: string): Question<readonly WatchedFolder[]>;
  /** Has an album show what lies in a folder; it can be taken back. */
  bind(album: NamedAlbum, path: string): Outcome<null>;
  unbind(album: NamedAlbum, path: string): Outcome<null>;
  /**
   * Makes a folder ready to take pictures for an album, and has the album show what lies in it (PHOTO-07 to PHOTO-09). `target` is a folder of
   * the album, or any other. Yields the folder to upload into; a failure is the caller's to show.
   */
  upload(album: Album, target: string): Outcome<string>;
}

/** The clock on the wall where a picture was taken, in milliseconds as if it were UTC. */
export const wallOf = ({ taken, zone }: Pick<TimelinePhoto, 'taken' | 'zone'>): number => (taken + zone * 60) * 1000;
