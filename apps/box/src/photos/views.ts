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

/** Which pictures a time line shows. */
export interface ViewFilter {
  readonly album?: string | undefined;
  readonly kind?: string | undefined;
  readonly favourite?: 1 | undefined;
  readonly hidden?: 1 | undefined;
  /** Of this day in every year, as `05-01`. */
  readonly day?: string | undefined;
  /** Taken there, by the id of the place. */
  readonly place?: string | undefined;
  /** Taken in that part of a map. */
  readonly spot?: string | undefined;
  /** That show them, by the id of a person. */
  readonly person?: string | undefined;
  /** That show one, by the id of a kind of thing. */
  readonly thing?: string | undefined;
  readonly words?: string | undefined;
}

/** A time line: the files that are shown, newest first, and where each month of it begins. */
export interface View extends InOrder {
  readonly version: string;
}

/** Views that are kept, of people, albums and filters, and pictures in all of them together: four bytes each. */
const KEPT = 300;
const KEPT_FILES = 1_000_000;
/** Rows between two moments for others. */
const PIECE = 500;

/** What decides whether and where a file is shown; the words only where somebody looks for some. */
interface Line {
  readonly file: number;
  readonly folder: number;
  readonly photo: string;
  /** The clock on the wall by the picture itself, in seconds as if it were UTC, and its zone in minutes. */
  readonly wall: number;
  readonly zone: number;
  /** By its content; what it is shown as is `kindShown` of its name. */
  readonly kind: string;
  /** The id of the place where it was taken, or empty. */
  readonly place: string;
  /** Empty where nobody asks for it. */
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

/** Where it stands in the line: by the time that somebody gave it, else by its own. */
const wallOf = ({ wall, zone }: Line, { taken }: Said): number => (taken === null ? wall : taken + zone * 60);

/** What of it a search looks at. */
const searchedIn = (sight: Sight, line: Line, said: Said): Searched => ({
  ...(line.words ?? { camera: '', country: '' }),
  ...{ photo: line.photo, place: line.place, caption: said.caption, wall: wallOf(line, said) },
  // Only what stands below the place itself is a name that somebody gave.
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

/** Time lines, made once for a caller, a filter and a state of the tables, and kept as numbers of files. */
export class Views {
  readonly #db: Database;
  readonly #marks: Marks;
  readonly #people: Pick<People, 'photosOf'>;
  readonly #things: ThingTables;
  readonly #finder: ViewsDeps['finder'];
  readonly spots: Spots;
  readonly counts: Counts;
  readonly albums: AlbumFiles;
  /** Numbers of another run of the box mean nothing in this one. */
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

  /** Something that a time line shows has changed. */
  changed(): void {
    this.#state += 1;
    this.#kept.clear();
  }

  versionFor(sight: Sight): string {
    return `${this.#run}.${this.#state}.${sight.mark}`;
  }

  /** @param album what an album holds, if the filter names one; asked for when the view is not known */
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

  /** What was asked for longest ago goes first. */
  #keep(key: string, view: View): void {
    this.#kept.set(key, view);
    let files = [...this.#kept.values()].reduce((sum, each) => sum + each.files.length, 0);
    for (const [oldest, { files: its }] of this.#kept) {
      if (oldest === key || (this.#kept.size <= KEPT && files <= KEPT_FILES)) return;
      this.#kept.delete(oldest);
      files -= its.length;
    }
  }

  /** Pictures by their files, in that order. */
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

  /** Every file of these contents that the caller may read, by content. */
  filesOf(sight: Sight, photos: readonly string[]): ReadonlyMap<string, readonly OwnFile[]> {
    const found = new Map<string, OwnFile[]>();
    const rows = this.#db.all(
      (row) => ({
        ...{ file: number(row, 'id'), photo: text(row, 'photo'), size: number(row, 'size') },
        ...{ folder: number(row, 'folder'), name: text(row, 'name'), mtime: Math.floor(number(row, 'mtime') / 1000) },
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
      // What may not be shown is compared with no words.
      const shows = lines.filter((line) => !shown.has(line.photo) && test(line, markOf(line)));
      const searched = found === null ? [] : shows.map((line) => searchedIn(sight, line, markOf(line)));
      const texts = found === null ? [] : searched.map(found.textOf);
      const sounds = found?.isTyped === true ? await this.#finder.soundsOf(texts) : [];
      for (const [at, line] of shows.entries()) {
        if (shown.has(line.photo)) continue;
        const looked = searched[at];
        if (looked !== undefined && found?.fits(looked, texts[at] ?? '', sounds[at] ?? '') === false) continue;
        shown.add(line.photo);
        // What somebody gave another time stands elsewhere than its content does.
        months.add({ file: line.file, wall: wallOf(line, markOf(line)) });
      }
    }
    return { version, ...(await months.inOrder(setImmediate)) };
  }

  /** Every file that stands for itself, of an album if there is one, piece by piece. */
  async *#lines(
    { worded, named }: { readonly worded: boolean; readonly named: boolean },
    album: AlbumContent | null,
  ): AsyncGenerator<readonly Line[]> {
    const name = worded || named ? 'f.name' : `'' AS name`;
    // Without words everything is in an index, which is read in two thirds of the time of the facts themselves.
    const index = worded ? '' : 'INDEXED BY photo_facts_line';
    const read = (where: string, value: number | string): readonly Line[] =>
      this.#db.all(
        worded ? readWorded : readPlain,
        `SELECT f.id AS file, f.folder, p.id AS photo, p.wall, p.zone, p.kind, p.place, ${name} ${worded ? ', p.camera, p.country' : ''}
         FROM photo_files f JOIN photo_facts p ${index} ON p.id = f.photo WHERE f.lead IS NULL AND ${where}`,
        value,
      );
    if (album !== null) {
      // An album costs what is in it, not what the library holds.
      const files = this.albums.of(album);
      for (let at = 0; at < files.length; at += PIECE) {
        const piece = JSON.stringify(files.slice(at, at + PIECE));
        yield read('f.id IN (SELECT value FROM json_each(?)) ORDER BY f.id', piece);
        await setImmediate();
      }
      return;
    }
    yield* inPieces({
      ...{ from: 0, size: PIECE },
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

  /** Pictures beside which the film of a live photo stands. */
  async #live(): Promise<ReadonlySet<number>> {
    const found = new Set<number>();
    const beside = inPieces({
      ...{ from: 0, size: PIECE },
      read: (after, size) =>
        this.#db.all(
          (row) => ({ lead: number(row, 'lead'), isFilm: number(row, 'film') === 1 }),
          `SELECT lead, max(lower(name) LIKE '%.mov') AS film FROM photo_files WHERE lead > ? GROUP BY lead ORDER BY lead LIMIT ?`,
          ...[after, size],
        ),
      keyOf: ({ lead }) => lead,
    });
    for await (const piece of beside) for (const { lead, isFilm } of piece) if (isFilm) found.add(lead);
    return found;
  }
}

/** A file of a content, by the path under which the caller sees it; `lead` when it stands beside another picture. */
export interface OwnFile {
  readonly file: number;
  readonly folder: number;
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
  readonly lead: number | null;
}

/** A picture as it is by itself. */
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

/** A picture with what somebody says of it. */
const saying = (photo: TimelinePhoto, { favourite, hidden, caption, taken }: Said): TimelinePhoto => ({
  ...photo,
  ...{ favourite, hidden, caption },
  ...(taken === null ? {} : { taken, takenfrom: 'person' }),
});
