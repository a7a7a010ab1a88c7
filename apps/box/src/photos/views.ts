import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { TimelinePhoto } from '@boxwood/box-sdk';
import type { Database } from '../store/database.ts';
import { inPieces } from '../store/pieces.ts';
import { number, numberOrNull, type Row, text, textOrNull } from '../store/rows.ts';
import type { Caller } from '../vault/index.ts';
import { type AlbumContent, AlbumFiles } from './album-files.ts';
import { Counts } from './counts.ts';
import type { People } from './faces/people.ts';
import type { Finder } from './finder.ts';
import { kindShown } from './kinds.ts';
import { type Marks, NOTHING_SAID, type Said } from './marks.ts';
import { type InOrder, Months } from './months.ts';
import type { Sight } from './sight.ts';
import { Spots } from './spots.ts';
import type { ThingTables } from './things/thing-tables.ts';
import { type Searched, type WordsTest, wordsTest } from './words.ts';

/** Which photos a timeline shows. */
export interface ViewFilter {
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
export interface View extends InOrder {
  readonly version: string;
}

/**
 * Limits of the cache, over all users, albums and filters: number of timelines, and number of files in all of them,
 * four bytes each.
 */
const KEPT = 300;
const KEPT_FILES = 1_000_000;
/** Rows processed before yielding to the event loop. */
const PIECE = 500;

/** What decides whether and where a file is shown. The text fields are read only for a search. */
interface Line {
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
  readonly words: { readonly camera: string; readonly country: string } | null;
}

const LIVE = `CASE WHEN EXISTS (SELECT 1 FROM photo_files v WHERE v.lead = f.id AND lower(v.name) LIKE '%.mov') THEN 'live' ELSE p.kind END`;

const readLine = (row: Row): Omit<Line, 'words'> => ({
  file: number(row, 'file'),
  folder: number(row, 'folder'),
  photo: text(row, 'photo'),
  wall: number(row, 'wall'),
  zone: number(row, 'zone'),
  kind: text(row, 'kind'),
  place: textOrNull(row, 'place') ?? '',
  name: text(row, 'name'),
});
const readPlain = (row: Row): Line => ({ ...readLine(row), words: null });
const readWorded = (row: Row): Line => ({
  ...readLine(row),
  words: { camera: text(row, 'camera'), country: text(row, 'country') },
});

/** The wall-clock time for sorting: the time that the user set, else the photo's own. */
const wallOf = ({ wall, zone }: Line, { taken }: Said): number => (taken === null ? wall : taken + zone * 60);

/** The searchable fields of a file. */
const searchedIn = (sight: Sight, line: Line, said: Said): Searched => ({
  ...(line.words ?? { camera: '', country: '' }),
  photo: line.photo,
  place: line.place,
  caption: said.caption,
  wall: wallOf(line, said),
  // Only the part of the path below the place was named by a user.
  path: `${(sight.folders.get(line.folder) ?? '').split('/').slice(4).join('/')}/${line.name}`,
});

const dayOf = (wall: number): string => new Date(wall * 1000).toISOString().slice(5, 10);

const allOf = async (pieces: AsyncIterable<readonly string[]>): Promise<ReadonlySet<string>> => {
  const all = new Set<string>();
  for await (const piece of pieces) for (const each of piece) all.add(each);
  return all;
};

export interface ViewsDeps {
  readonly marks: Marks;
  readonly people: Pick<People, 'photosOf'>;
  readonly things: ThingTables;
  readonly finder: Pick<Finder, 'find' | 'soundsOf'>;
}

/** Builds timelines and caches them per caller, filter and index state, as lists of file ids. */
export class Views {
  readonly #db: Database;
  readonly #marks: Marks;
  readonly #people: Pick<People, 'photosOf'>;
  readonly #things: ThingTables;
  readonly #finder: ViewsDeps['finder'];
  readonly spots: Spots;
  readonly counts: Counts;
  readonly albums: AlbumFiles;
  /** Makes versions of an earlier run of the box invalid. */
  readonly #run = randomBytes(4).toString('hex');
  readonly #kept = new Map<string, View>();
  #state = 0;

  /** @param index the database of {@link IndexTables} */
  constructor(index: Database, { marks, people, things, finder }: ViewsDeps) {
    this.#db = index;
    this.#marks = marks;
    this.#people = people;
    this.#things = things;
    this.#finder = finder;
    this.spots = new Spots(index);
    this.counts = new Counts(index);
    this.albums = new AlbumFiles(index);
  }

  /** Discards all cached timelines after a change. */
  changed(): void {
    this.#state += 1;
    this.#kept.clear();
  }

  versionFor(sight: Sight): string {
    return `${this.#run}.${this.#state}.${sight.mark}`;
  }

  /** @param album the album's content if the filter names one; called only if the timeline is not cached */
  async view(caller: Caller, sight: Sight, filter: ViewFilter, album: (() => AlbumContent) | null): Promise<View> {
    const version = this.versionFor(sight);
    const key = JSON.stringify([version, caller.user, filter]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept;
    }
    const view = await this.#make(caller.user, sight, filter, album?.() ?? null, version);
    if (this.versionFor(sight) === version) this.#keep(key, view);
    return view;
  }

  /** Evicts the least recently used timelines. */
  #keep(key: string, view: View): void {
    this.#kept.set(key, view);
    let files = [...this.#kept.values()].reduce((sum, each) => sum + each.files.length, 0);
    for (const [oldest, { files: its }] of this.#kept) {
      if (oldest === key || (this.#kept.size <= KEPT && files <= KEPT_FILES)) return;
      this.#kept.delete(oldest);
      files -= its.length;
    }
  }

  /** Details of these files, in the given order. */
  photos(user: string, sight: Sight, files: readonly number[]): TimelinePhoto[] {
    const rows = this.#db.all(
      (row) => ({ file: number(row, 'file'), photo: photoOf(row, sight) }),
      `SELECT f.id AS file, f.folder, f.name, f.size, p.*, p.id AS photo, ${LIVE} AS shown, coalesce(l.name, '') AS placename,
       (SELECT v.name FROM photo_files v WHERE v.lead = f.id AND lower(v.name) LIKE '%.mov') AS film,
       (SELECT v.name FROM photo_files v WHERE v.lead = f.id AND lower(v.name) NOT LIKE '%.mov') AS rawfile
       FROM photo_files f JOIN photo_facts p ON p.id = f.photo LEFT JOIN photo_places l ON l.id = p.place
       WHERE f.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(files),
    );
    const said = this.#marks.on(
      user,
      rows.map(({ photo }) => photo.id),
    );
    const byFile = new Map(rows.map(({ file, photo }) => [file, saying(photo, said.get(photo.id) ?? NOTHING_SAID)]));
    return files.flatMap((file) => byFile.get(file) ?? []);
  }

  /** The files of these contents that the caller may read, by content. */
  filesOf(sight: Sight, photos: readonly string[]): ReadonlyMap<string, readonly OwnFile[]> {
    const found = new Map<string, OwnFile[]>();
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
      const wire = sight.folders.get(file.folder);
      if (wire === undefined) continue;
      const all = found.get(photo) ?? [];
      all.push({ ...file, path: `${wire}/${name}` });
      found.set(photo, all);
    }
    return found;
  }

  async #make(
    user: string,
    sight: Sight,
    filter: ViewFilter,
    album: AlbumContent | null,
    version: string,
  ): Promise<View> {
    const found = await this.#wordsOf(user, filter);
    const test = await this.#testOf(user, sight, filter);
    const said = this.#marks.of(user);
    const months = new Months();
    const shown = new Set<string>();
    const asked = { worded: filter.words !== undefined, named: filter.kind !== undefined };
    const markOf = ({ photo }: Line): Said => said.get(photo) ?? NOTHING_SAID;
    for await (const lines of this.#lines(asked, album)) {
      // Hidden files are not searched.
      const shows = lines.filter((line) => !shown.has(line.photo) && test(line, markOf(line)));
      const searched = found === null ? [] : shows.map((line) => searchedIn(sight, line, markOf(line)));
      const texts = found === null ? [] : searched.map(found.textOf);
      const sounds = found?.isTyped === true ? await this.#finder.soundsOf(texts) : [];
      for (const [at, line] of shows.entries()) {
        if (shown.has(line.photo)) continue;
        const looked = searched[at];
        if (looked !== undefined && found?.fits(looked, texts[at] ?? '', sounds[at] ?? '') === false) continue;
        shown.add(line.photo);
        // A photo with a time set by the user is sorted by that time.
        months.add({ file: line.file, wall: wallOf(line, markOf(line)) });
      }
    }
    return { version, ...(await months.inOrder(setImmediate)) };
  }

  /** Yields every file that is not an accompanying one, of the album or of the whole library, in batches. */
  async *#lines(
    { worded, named }: { readonly worded: boolean; readonly named: boolean },
    album: AlbumContent | null,
  ): AsyncGenerator<readonly Line[]> {
    const name = worded || named ? 'f.name' : `'' AS name`;
    // Without a search, all columns are in the covering index, which is read in two thirds of the time.
    const index = worded ? '' : 'INDEXED BY photo_facts_line';
    const read = (where: string, value: number | string): readonly Line[] =>
      this.#db.all(
        worded ? readWorded : readPlain,
        `SELECT f.id AS file, f.folder, p.id AS photo, p.wall, p.zone, p.kind, p.place, ${name} ${worded ? ', p.camera, p.country' : ''}
         FROM photo_files f JOIN photo_facts p ${index} ON p.id = f.photo WHERE f.lead IS NULL AND ${where}`,
        value,
      );
    if (album !== null) {
      // The cost depends on the size of the album, not of the library.
      const files = this.albums.of(album);
      for (let at = 0; at < files.length; at += PIECE) {
        const piece = JSON.stringify(files.slice(at, at + PIECE));
        yield read('f.id IN (SELECT value FROM json_each(?)) ORDER BY f.id', piece);
        await setImmediate();
      }
      return;
    }
    yield* inPieces({
      from: 0,
      size: PIECE,
      read: (after, size) => read(`f.id > ? ORDER BY f.id LIMIT ${size}`, after),
      keyOf: ({ file }) => file,
    });
  }

  async #testOf(user: string, sight: Sight, filter: ViewFilter): Promise<(line: Line, said: Said) => boolean> {
    const live = filter.kind === undefined ? null : await this.#live();
    const showing = filter.person === undefined ? null : await allOf(this.#people.photosOf(user, filter.person));
    const kind = filter.thing === undefined ? null : (this.#things.kinds.numberOf(filter.thing) ?? -1);
    const seen = kind === null ? null : await allOf(this.#things.photosWith(kind));
    const there = filter.spot === undefined ? null : this.spots.within(filter.spot);
    return (line, said) => {
      const wire = sight.folders.get(line.folder);
      if (wire === undefined || said.hidden !== (filter.hidden ?? 0)) return false;
      if (filter.favourite === 1 && said.favourite !== 1) return false;
      if (filter.place !== undefined && line.place !== filter.place) return false;
      if (showing !== null && !showing.has(line.photo)) return false;
      if (seen !== null && !seen.has(line.photo)) return false;
      if (there !== null && !there.has(line.photo)) return false;
      if (filter.day !== undefined && dayOf(wallOf(line, said)) !== filter.day) return false;
      return live === null || filter.kind === (live.has(line.file) ? 'live' : kindShown(line.name, line.kind));
    };
  }

  async #wordsOf(user: string, { words }: ViewFilter): Promise<WordsTest | null> {
    return words === undefined ? null : wordsTest(words, (each) => this.#finder.find(user, each));
  }

  /** Photos with the video of a live photo. */
  async #live(): Promise<ReadonlySet<number>> {
    const found = new Set<number>();
    const beside = inPieces({
      from: 0,
      size: PIECE,
      read: (after, size) =>
        this.#db.all(
          (row) => ({ lead: number(row, 'lead'), isFilm: number(row, 'film') === 1 }),
          `SELECT lead, max(lower(name) LIKE '%.mov') AS film FROM photo_files WHERE lead > ? GROUP BY lead ORDER BY lead LIMIT ?`,
          after,
          size,
        ),
      keyOf: ({ lead }) => lead,
    });
    for await (const piece of beside) for (const { lead, isFilm } of piece) if (isFilm) found.add(lead);
    return found;
  }
}

/** A file of a content, with the path that the caller sees. `lead` is the photo that it accompanies. */
export interface OwnFile {
  readonly file: number;
  readonly folder: number;
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
  readonly lead: number | null;
}

/** A photo without the user's annotation. */
const photoOf = (row: Row, { folders }: Sight): TimelinePhoto => {
  const folder = folders.get(number(row, 'folder')) ?? '';
  const beside = (name: string | null): string => (name === null ? '' : `${folder}/${name}`);
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
    kind: kindShown(text(row, 'name'), text(row, 'shown')),
    duration: number(row, 'duration'),
    place: text(row, 'placename'),
    favourite: 0,
    hidden: 0,
    caption: '',
    placeholder: text(row, 'placeholder'),
    video: beside(textOrNull(row, 'film')),
    raw: beside(textOrNull(row, 'rawfile')),
  };
};

/** A photo with the user's annotation. */
const saying = (photo: TimelinePhoto, { favourite, hidden, caption, taken }: Said): TimelinePhoto => ({
  ...photo,
  favourite,
  hidden,
  caption,
  ...(taken === null ? {} : { taken, takenfrom: 'person' }),
});
