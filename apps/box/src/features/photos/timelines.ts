import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { TimelinePhoto } from '@boxwood/box-sdk';
import type { Database } from '../../store/database.ts';
import { readInChunks } from '../../store/read-in-chunks.ts';
import { number, numberOrNull, type Row, text, textOrNull } from '../../store/row-columns.ts';
import type { Caller } from '../../storage/vault/index.ts';
import { type AlbumContent, AlbumFiles } from './album-files.ts';
import { PhotoCounts } from './photo-counts.ts';
import type { People } from './faces/people.ts';
import type { PhotoSearch } from './photo-search.ts';
import { displayedKind } from './displayed-kind.ts';
import { type PhotoAnnotations, NO_ANNOTATION, type PhotoAnnotation } from './photo-annotations.ts';
import { type OrderedFiles, MonthBuckets } from './month-buckets.ts';
import type { ReadableFolders } from './readable-folders.ts';
import { MapClusters } from './map-clusters.ts';
import type { ObjectTables } from './objects/object-tables.ts';
import { type SearchFields, type SearchQuery, parseSearchQuery } from './search-query.ts';

/** Which photos a timeline shows. */
export interface TimelineFilter {
  readonly album?: string | undefined;
  readonly kind?: string | undefined;
  readonly favourite?: 1 | undefined;
  readonly hidden?: 1 | undefined;
  /** Only this day of every year, as `05-01`. */
  readonly day?: string | undefined;
  /** Only photos taken at this place, by its id. */
  readonly place?: string | undefined;
  /** Only photos taken in this map cell. */
  readonly spot?: string | undefined;
  /** Only photos of this person, by id. */
  readonly person?: string | undefined;
  /** Only photos with this object kind, by id. */
  readonly thing?: string | undefined;
  readonly words?: string | undefined;
}

/** A timeline: the files, newest first, and the start of each month in it. */
export interface Timeline extends OrderedFiles {
  readonly version: string;
}

/**
 * Limits of the cache, over all users, albums and filters: number of timelines, and number of files in all of them,
 * four bytes each.
 */
const MAX_CACHED_TIMELINES = 300;
const MAX_CACHED_FILES = 1_000_000;
/** Rows processed before yielding to the event loop. */
const ROWS_PER_BATCH = 500;

/** What decides whether and where a file is shown. The text fields are read only for a search. */
interface TimelineEntry {
  readonly file: number;
  readonly folder: number;
  readonly photo: string;
  /** The photo's own local wall-clock time in seconds, encoded as if it were UTC, and its zone in minutes. */
  readonly wall: number;
  readonly zone: number;
  /** Kind of the content; the kind shown is `displayedKind` of the name. */
  readonly kind: string;
  /** Id of the place where it was taken, or empty. */
  readonly place: string;
  /** Empty if the filter does not need it. */
  readonly name: string;
  readonly searchFields: { readonly camera: string; readonly country: string } | null;
}

const LIVE_OR_OWN_KIND = `CASE WHEN EXISTS (SELECT 1 FROM photo_files v WHERE v.lead = f.id AND lower(v.name) LIKE '%.mov') THEN 'live' ELSE p.kind END`;

const toTimelineEntry = (row: Row): Omit<TimelineEntry, 'searchFields'> => ({
  file: number(row, 'file'),
  folder: number(row, 'folder'),
  photo: text(row, 'photo'),
  wall: number(row, 'wall'),
  zone: number(row, 'zone'),
  kind: text(row, 'kind'),
  place: textOrNull(row, 'place') ?? '',
  name: text(row, 'name'),
});
const toPlainEntry = (row: Row): TimelineEntry => ({ ...toTimelineEntry(row), searchFields: null });
const toSearchableEntry = (row: Row): TimelineEntry => ({
  ...toTimelineEntry(row),
  searchFields: { camera: text(row, 'camera'), country: text(row, 'country') },
});

/** The wall-clock time for sorting: the time that the user set, else the photo's own. */
const displayedWallOf = ({ wall, zone }: TimelineEntry, { taken }: PhotoAnnotation): number =>
  taken === null ? wall : taken + zone * 60;

/** The searchable fields of a file. */
const searchFieldsOf = (
  readable: ReadableFolders,
  entry: TimelineEntry,
  annotation: PhotoAnnotation,
): SearchFields => ({
  ...(entry.searchFields ?? { camera: '', country: '' }),
  photo: entry.photo,
  place: entry.place,
  caption: annotation.caption,
  wall: displayedWallOf(entry, annotation),
  // Only the part of the path below the place was named by a user.
  path: `${(readable.folders.get(entry.folder) ?? '').split('/').slice(4).join('/')}/${entry.name}`,
});

const dayOf = (wall: number): string => new Date(wall * 1000).toISOString().slice(5, 10);

const collectAll = async (batches: AsyncIterable<readonly string[]>): Promise<ReadonlySet<string>> => {
  const all = new Set<string>();
  for await (const batch of batches) for (const each of batch) all.add(each);
  return all;
};

export interface TimelinesDeps {
  readonly annotations: PhotoAnnotations;
  readonly people: Pick<People, 'photosOf'>;
  readonly objects: ObjectTables;
  readonly search: Pick<PhotoSearch, 'find' | 'soundsOf'>;
}

/** Builds timelines and caches them per caller, filter and index state, as lists of file ids. */
export class Timelines {
  readonly #db: Database;
  readonly #annotations: PhotoAnnotations;
  readonly #people: Pick<People, 'photosOf'>;
  readonly #objects: ObjectTables;
  readonly #search: TimelinesDeps['search'];
  readonly mapClusters: MapClusters;
  readonly counts: PhotoCounts;
  readonly albums: AlbumFiles;
  /** Makes versions of an earlier run of the box invalid. */
  readonly #runId = randomBytes(4).toString('hex');
  readonly #cache = new Map<string, Timeline>();
  #revision = 0;

  /** @param index the database of {@link IndexTables} */
  constructor(index: Database, { annotations, people, objects, search }: TimelinesDeps) {
    this.#db = index;
    this.#annotations = annotations;
    this.#people = people;
    this.#objects = objects;
    this.#search = search;
    this.mapClusters = new MapClusters(index);
    this.counts = new PhotoCounts(index);
    this.albums = new AlbumFiles(index);
  }

  /** Discards all cached timelines after a change. */
  invalidate(): void {
    this.#revision += 1;
    this.#cache.clear();
  }

  versionFor(readable: ReadableFolders): string {
    return `${this.#runId}.${this.#revision}.${readable.fingerprint}`;
  }

  /** @param album the album's content if the filter names one; called only if the timeline is not cached */
  async get(
    caller: Caller,
    readable: ReadableFolders,
    filter: TimelineFilter,
    album: (() => AlbumContent) | null,
  ): Promise<Timeline> {
    const version = this.versionFor(readable);
    const key = JSON.stringify([version, caller.user, filter]);
    const cached = this.#cache.get(key);
    if (cached !== undefined) {
      this.#cache.delete(key);
      this.#cache.set(key, cached);
      return cached;
    }
    const get = await this.#build(caller.user, readable, filter, album?.() ?? null, version);
    if (this.versionFor(readable) === version) this.#store(key, get);
    return get;
  }

  /** Evicts the least recently used timelines. */
  #store(key: string, get: Timeline): void {
    this.#cache.set(key, get);
    let files = [...this.#cache.values()].reduce((sum, each) => sum + each.files.length, 0);
    for (const [oldest, { files: its }] of this.#cache) {
      if (oldest === key || (this.#cache.size <= MAX_CACHED_TIMELINES && files <= MAX_CACHED_FILES)) return;
      this.#cache.delete(oldest);
      files -= its.length;
    }
  }

  /** Details of these files, in the given order. */
  photos(user: string, readable: ReadableFolders, files: readonly number[]): TimelinePhoto[] {
    const rows = this.#db.all(
      (row) => ({ file: number(row, 'file'), photo: toTimelinePhoto(row, readable) }),
      `SELECT f.id AS file, f.folder, f.name, f.size, p.*, p.id AS photo, ${LIVE_OR_OWN_KIND} AS shown, coalesce(l.name, '') AS placename,
       (SELECT v.name FROM photo_files v WHERE v.lead = f.id AND lower(v.name) LIKE '%.mov') AS film,
       (SELECT v.name FROM photo_files v WHERE v.lead = f.id AND lower(v.name) NOT LIKE '%.mov') AS rawfile
       FROM photo_files f JOIN photo_facts p ON p.id = f.photo LEFT JOIN photo_places l ON l.id = p.place
       WHERE f.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(files),
    );
    const annotations = this.#annotations.forPhotos(
      user,
      rows.map(({ photo }) => photo.id),
    );
    const byFile = new Map(
      rows.map(({ file, photo }) => [file, withAnnotation(photo, annotations.get(photo.id) ?? NO_ANNOTATION)]),
    );
    return files.flatMap((file) => byFile.get(file) ?? []);
  }

  /** The files of these contents that the caller may read, by content. */
  filesOf(readable: ReadableFolders, photos: readonly string[]): ReadonlyMap<string, readonly ReadableFile[]> {
    const found = new Map<string, ReadableFile[]>();
    const rows = this.#db.all(
      (row) => ({
        file: number(row, 'id'),
        photo: text(row, 'photo'),
        size: number(row, 'size'),
        folder: number(row, 'folder'),
        name: text(row, 'name'),
        mtime: Math.floor(number(row, 'mtime') / 1000),
        lead: numberOrNull(row, 'lead'),
      }),
      'SELECT id, photo, folder, name, size, mtime, lead FROM photo_files WHERE photo IN (SELECT value FROM json_each(?)) ORDER BY id',
      JSON.stringify(photos),
    );
    for (const { photo, name, ...file } of rows) {
      const wire = readable.folders.get(file.folder);
      if (wire === undefined) continue;
      const all = found.get(photo) ?? [];
      all.push({ ...file, path: `${wire}/${name}` });
      found.set(photo, all);
    }
    return found;
  }

  async #build(
    user: string,
    readable: ReadableFolders,
    filter: TimelineFilter,
    album: AlbumContent | null,
    version: string,
  ): Promise<Timeline> {
    const found = await this.#searchTestOf(user, filter);
    const matchesFilter = await this.#filterTestOf(user, readable, filter);
    const annotations = this.#annotations.allOf(user);
    const months = new MonthBuckets();
    const shown = new Set<string>();
    const needs = { needsText: filter.words !== undefined, needsName: filter.kind !== undefined };
    const annotationOf = ({ photo }: TimelineEntry): PhotoAnnotation => annotations.get(photo) ?? NO_ANNOTATION;
    for await (const entries of this.#entries(needs, album)) {
      // Hidden files are not searched.
      const visible = entries.filter((entry) => !shown.has(entry.photo) && matchesFilter(entry, annotationOf(entry)));
      const searched =
        found === null ? [] : visible.map((entry) => searchFieldsOf(readable, entry, annotationOf(entry)));
      const texts = found === null ? [] : searched.map(found.textOf);
      const sounds = found?.mayBePinyin === true ? await this.#search.soundsOf(texts) : [];
      for (const [index, entry] of visible.entries()) {
        if (shown.has(entry.photo)) continue;
        const fields = searched[index];
        if (fields !== undefined && found?.matches(fields, texts[index] ?? '', sounds[index] ?? '') === false) continue;
        shown.add(entry.photo);
        // A photo with a time set by the user is sorted by that time.
        months.add({ file: entry.file, wall: displayedWallOf(entry, annotationOf(entry)) });
      }
    }
    return { version, ...(await months.inOrder(setImmediate)) };
  }

  /** Yields every file that is not an accompanying one, of the album or of the whole library, in batches. */
  async *#entries(
    { needsText, needsName }: { readonly needsText: boolean; readonly needsName: boolean },
    album: AlbumContent | null,
  ): AsyncGenerator<readonly TimelineEntry[]> {
    const name = needsText || needsName ? 'f.name' : `'' AS name`;
    // Without a search, all columns are in the covering index, which is read in two thirds of the time.
    const index = needsText ? '' : 'INDEXED BY photo_facts_line';
    const read = (where: string, value: number | string): readonly TimelineEntry[] =>
      this.#db.all(
        needsText ? toSearchableEntry : toPlainEntry,
        `SELECT f.id AS file, f.folder, p.id AS photo, p.wall, p.zone, p.kind, p.place, ${name} ${needsText ? ', p.camera, p.country' : ''}
         FROM photo_files f JOIN photo_facts p ${index} ON p.id = f.photo WHERE f.lead IS NULL AND ${where}`,
        value,
      );
    if (album !== null) {
      // The cost depends on the size of the album, not of the library.
      const files = this.albums.idsOf(album);
      for (let at = 0; at < files.length; at += ROWS_PER_BATCH) {
        const batch = JSON.stringify(files.slice(at, at + ROWS_PER_BATCH));
        yield read('f.id IN (SELECT value FROM json_each(?)) ORDER BY f.id', batch);
        await setImmediate();
      }
      return;
    }
    yield* readInChunks({
      from: 0,
      size: ROWS_PER_BATCH,
      read: (after, size) => read(`f.id > ? ORDER BY f.id LIMIT ${size}`, after),
      keyOf: ({ file }) => file,
    });
  }

  async #filterTestOf(
    user: string,
    readable: ReadableFolders,
    filter: TimelineFilter,
  ): Promise<(entry: TimelineEntry, annotation: PhotoAnnotation) => boolean> {
    const livePhotos = filter.kind === undefined ? null : await this.#livePhotos();
    const withPerson =
      filter.person === undefined ? null : await collectAll(this.#people.photosOf(user, filter.person));
    const kind = filter.thing === undefined ? null : (this.#objects.kinds.numberOf(filter.thing) ?? -1);
    const withObject = kind === null ? null : await collectAll(this.#objects.photosWith(kind));
    const inMapCell = filter.spot === undefined ? null : this.mapClusters.photosInCell(filter.spot);
    return (entry, annotation) => {
      const wire = readable.folders.get(entry.folder);
      if (wire === undefined || annotation.hidden !== (filter.hidden ?? 0)) return false;
      if (filter.favourite === 1 && annotation.favourite !== 1) return false;
      if (filter.place !== undefined && entry.place !== filter.place) return false;
      if (withPerson !== null && !withPerson.has(entry.photo)) return false;
      if (withObject !== null && !withObject.has(entry.photo)) return false;
      if (inMapCell !== null && !inMapCell.has(entry.photo)) return false;
      if (filter.day !== undefined && dayOf(displayedWallOf(entry, annotation)) !== filter.day) return false;
      return (
        livePhotos === null ||
        filter.kind === (livePhotos.has(entry.file) ? 'live' : displayedKind(entry.name, entry.kind))
      );
    };
  }

  async #searchTestOf(user: string, { words }: TimelineFilter): Promise<SearchQuery | null> {
    return words === undefined ? null : parseSearchQuery(words, (each) => this.#search.find(user, each));
  }

  /** Photos with the video of a live photo. */
  async #livePhotos(): Promise<ReadonlySet<number>> {
    const found = new Set<number>();
    const companions = readInChunks({
      from: 0,
      size: ROWS_PER_BATCH,
      read: (after, size) =>
        this.#db.all(
          (row) => ({ lead: number(row, 'lead'), isFilm: number(row, 'film') === 1 }),
          `SELECT lead, max(lower(name) LIKE '%.mov') AS film FROM photo_files WHERE lead > ? GROUP BY lead ORDER BY lead LIMIT ?`,
          after,
          size,
        ),
      keyOf: ({ lead }) => lead,
    });
    for await (const batch of companions) for (const { lead, isFilm: isVideo } of batch) if (isVideo) found.add(lead);
    return found;
  }
}

/** A file of a content, with the path that the caller sees. `lead` is the photo that it accompanies. */
export interface ReadableFile {
  readonly file: number;
  readonly folder: number;
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
  readonly lead: number | null;
}

/** A photo without the user's annotation. */
const toTimelinePhoto = (row: Row, { folders }: ReadableFolders): TimelinePhoto => {
  const folder = folders.get(number(row, 'folder')) ?? '';
  const companionPath = (name: string | null): string => (name === null ? '' : `${folder}/${name}`);
  return {
    id: text(row, 'photo'),
    path: `${folder}/${text(row, 'name')}`,
    md512kb: text(row, 'hash'),
    size: number(row, 'size'),
    taken: number(row, 'taken'),
    zone: number(row, 'zone'),
    takenfrom: text(row, 'takenfrom'),
    width: number(row, 'width'),
    height: number(row, 'height'),
    kind: displayedKind(text(row, 'name'), text(row, 'shown')),
    duration: number(row, 'duration'),
    place: text(row, 'placename'),
    favourite: 0,
    hidden: 0,
    caption: '',
    placeholder: text(row, 'placeholder'),
    video: companionPath(textOrNull(row, 'film')),
    raw: companionPath(textOrNull(row, 'rawfile')),
  };
};

/** A photo with the user's annotation. */
const withAnnotation = (
  photo: TimelinePhoto,
  { favourite, hidden, caption, taken }: PhotoAnnotation,
): TimelinePhoto => ({
  ...photo,
  favourite,
  hidden,
  caption,
  ...(taken === null ? {} : { taken, takenfrom: 'person' }),
});
