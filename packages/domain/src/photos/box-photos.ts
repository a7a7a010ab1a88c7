import {
  type Album,
  isNotOffered,
  type MapFrame,
  MAX_PHOTOS,
  type PhotoDetails,
  type PhotoFile,
  type TimelinePhoto,
} from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import {
  concatMap,
  expand,
  EMPTY,
  filter,
  from,
  last,
  map,
  merge,
  type Observable,
  of,
  reduce,
  switchMap,
  tap,
} from 'rxjs';
import { toldOf } from '../changes/changes.ts';
import type { BoxEvent } from '../events/event.ts';
import type { Files, Tally } from '../files/files.ts';
import { hasTrash } from '../files/places.ts';
import type { FileEntry, Place } from '../model.ts';
import type { Notice, Notifications } from '../notifications/notifications.ts';
import { offered } from '../offered.ts';
import { type Answer, begin, mapRight, type Outcome, type Question, type Result, type Values } from '../outcome.ts';
import type { QueryDeps } from '../state/query.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { WordKey } from '../words.ts';
import { BoxPhotoLine } from './box-line.ts';
import type { Said } from './events.ts';
import { BoxAlbumFolders } from './folders.ts';
import type { Act, Came, LastActs } from './last-acts.ts';
import { listedPhotos } from './listed.ts';
import type {
  AlbumFolders,
  AlbumWish,
  Duplicates,
  NamedAlbum,
  PhotoFilter,
  PhotoLine,
  PhotoMarks,
  PhotoPlaces,
  Photos,
  PhotoSpots,
  PhotoThings,
} from './photos.ts';
import { placesOf, thingsOf } from './places.ts';
import type { LinePort, PhotosPort } from './port.ts';

/** Albums per call. */
const ALBUMS = 500;
/** Maximum number of photos with duplicates shown at once. */
const DUPLICATES = 500;
/** File type of a photo in the box's numbering. */
const PHOTO = 3;
/** How often to poll a box that does not report changes, in ms. */
const UNTOLD = 30_000;
/**
 * File events of this browser that may change the photos: the index may not notice a file that was moved away and back,
 * and a listing reports nothing.
 */
const MOVES: ReadonlySet<BoxEvent['type']> = new Set(['FolderChanged', 'UploadFinished']);

/** Dependencies of {@link BoxPhotos}; `files` lists photos on a box without an index, and deletes. */
export interface PhotosDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: PhotosPort;
  readonly files: Pick<Files, 'everyOf' | 'remove'>;
  readonly notifications: Notifications;
  readonly acts: LastActs;
  readonly visible$: QueryDeps['visible$'];
  readonly again$: QueryDeps['again$'];
  /** Whether the box reports changes. */
  readonly tells$: Observable<boolean>;
}

/** See {@link Photos}. */
export class BoxPhotos implements Photos {
  readonly #deps: PhotosDeps;
  readonly #indexed = new State(true);
  readonly folders: AlbumFolders;
  readonly #lines: LinePort;
  /**
   * Timelines that were shown before; they show their known photos at once when reopened, also while the box is
   * unreachable.
   */
  readonly #kept = new Map<string, PhotoLine>();
  #calls = 0;

  constructor(deps: PhotosDeps) {
    this.#deps = deps;
    this.folders = new BoxAlbumFolders(deps);
    this.#lines = this.#orListed(deps.port, listedPhotos(deps.files));
  }

  get indexed$(): StateStream<boolean> {
    return this.#indexed.stream;
  }

  line(filters: PhotoFilter): PhotoLine {
    const key = JSON.stringify(filters);
    const kept = this.#kept.get(key) ?? this.#lineOf(filters);
    // Timelines of typed searches are not cached.
    if (filters.words === undefined) this.#kept.set(key, kept);
    return kept;
  }

  #lineOf(filters: PhotoFilter): PhotoLine {
    const { store, visible$, again$, tells$ } = this.#deps;
    const moved$ = store.batches$.pipe(filter((batch) => batch.some(({ event }) => MOVES.has(event.type))));
    const told$ = merge(toldOf(store, 'photos'), moved$);
    return new BoxPhotoLine(filters, {
      store,
      port: this.#lines,
      query: { visible$, again$, tells$, told$, every: UNTOLD },
    });
  }

  details(id: string): Question<PhotoDetails> {
    return this.#deps.port.details(id).pipe(map((result) => offered(result)));
  }

  mark(ids: readonly string[], marks: PhotoMarks, back?: PhotoMarks): Outcome<readonly string[]> {
    const work$ = this.#parts(ids, (part) => this.#deps.port.mark(part, marks));
    const marked$ = this.#shown(ids, marks, work$, (done) => done);
    if (back === undefined) return begin(marked$);
    return this.#deps.acts.begin(marked$, (result) => {
      if (result._tag === 'Left' || result.right.length === 0) return null;
      const done = result.right;
      // A single favourite is visible on the photo, so it needs no notice.
      const isSeen = marks.favourite !== undefined && done.length === 1;
      return {
        act: { undo: () => this.mark(done, back), redo: () => this.mark(done, marks) },
        notice: isSeen ? null : { level: 'success', word: wordOf(marks), values: { count: done.length } },
      };
    });
  }

  remove(photos: readonly TimelinePhoto[], placeOf: (path: string) => Place | null): Outcome<Tally> {
    return this.#removeFrom(photos, placeOf, (each, place) => {
      const ids = each.map(({ id }) => id);
      const removal$ = this.#deps.files.remove(each.flatMap(entriesOf), place).pipe(
        // The box does not report which files failed; those that still exist reappear with its next response.
        mapRight((tally) => ({ tally, done: tally.ok > 0 ? ids : [] })),
      );
      return this.#shown(ids, { gone: true as const }, removal$, ({ done }) => done).pipe(
        mapRight(({ tally }) => tally),
      );
    });
  }

  removeFiles(copies: readonly PhotoFile[], placeOf: (path: string) => Place | null): Outcome<Tally> {
    const { files } = this.#deps;
    return this.#removeFrom(copies, placeOf, (each, place) =>
      files.remove(
        each.map(({ path, size, mtime }) => ({ ...pictureAt(path), size, mtime })),
        place,
      ),
    );
  }

  duplicates(): Question<Duplicates> {
    return this.#deps.port.twins(0, DUPLICATES).pipe(map((result) => offered(result)));
  }

  albums(): Question<readonly Album[]> {
    const page = (start: number) => this.#deps.port.albums(start, ALBUMS);
    return page(0).pipe(
      map((result) => ({ result, all: result._tag === 'Left' ? [] : result.right.list })),
      expand(({ result, all }) =>
        result._tag === 'Left' || result.right.list.length === 0 || all.length >= result.right.total
          ? EMPTY
          : page(all.length).pipe(
              map((more) => ({ result: more, all: more._tag === 'Left' ? all : [...all, ...more.right.list] })),
            ),
      ),
      last(),
      map(({ result, all }) => offered(result._tag === 'Left' ? result : right(all))),
    );
  }

  saveAlbum(wish: AlbumWish): Outcome<string> {
    return begin(this.#deps.port.putAlbum(wish).pipe(map((result) => offered(result))));
  }

  removeAlbum({ id, name }: NamedAlbum): Outcome<null> {
    return begin(this.#told(this.#deps.port.removeAlbum(id), 'photos.albumGone', { name }));
  }

  addTo(album: NamedAlbum, ids: readonly string[]): Outcome<readonly string[]> {
    return this.#addTo(album, ids, (come) => ({
      // Photos that were in the album before stay in it.
      undo: () => this.#dropFrom(album, come),
      redo: () => this.#addTo(album, come),
    }));
  }

  dropFrom(album: NamedAlbum, ids: readonly string[]): Outcome<readonly string[]> {
    return this.#dropFrom(album, ids, (dropped) => ({
      undo: () => this.#addTo(album, dropped),
      redo: () => this.#dropFrom(album, dropped),
    }));
  }

  /** Adds photos to an album; `undoEntryOf` gets those that were not in it. */
  #addTo(album: NamedAlbum, ids: readonly string[], actOf?: ActOf): Outcome<readonly string[]> {
    const came: string[] = [];
    const added$ = this.#parts(ids, (part) =>
      this.#deps.port.addTo(album.id, part).pipe(
        mapRight((added) => {
          came.push(...added.came);
          return added.done;
        }),
      ),
    );
    return this.#begun(added$, 'photos.added', album, () => came, actOf);
  }

  #dropFrom(album: NamedAlbum, ids: readonly string[], actOf?: ActOf): Outcome<readonly string[]> {
    const dropped$ = this.#parts(ids, (part) => this.#deps.port.dropFrom(album.id, part), 'photos.bound');
    return this.#begun(dropped$, 'photos.dropped', album, (done) => done, actOf);
  }

  readonly places = (): Question<PhotoPlaces> => placesOf(this.#deps.port);

  readonly things = (): Question<PhotoThings> => thingsOf(this.#deps.port);

  spots(zoom: number, frame?: MapFrame): Question<PhotoSpots> {
    return this.#deps.port.spots(zoom, frame).pipe(map((spots) => offered(spots)));
  }

  sources(): Question<readonly string[]> {
    return this.#deps.port.config().pipe(
      mapRight((config) => config.sources),
      map((result) => offered(result)),
    );
  }

  setCover(album: string, path: string): Outcome<null> {
    return begin(this.#told(this.#deps.port.setCover(album, path), 'photos.covered', {}));
  }

  /** Removes place by place, as the recycle bin requires. Photos in places without a bin are skipped and reported. */
  #removeFrom<A extends { readonly path: string }>(
    all: readonly A[],
    placeOf: (path: string) => Place | null,
    remove: (each: readonly A[], place: Place) => Observable<Result<Tally>>,
  ): Outcome<Tally> {
    const places = new Map<Place, A[]>();
    let others = 0;
    for (const one of all) {
      const place = placeOf(one.path);
      if (place === null || !hasTrash(place)) others += 1;
      else places.set(place, [...(places.get(place) ?? []), one]);
    }
    if (others > 0)
      this.#deps.notifications.notify({ level: 'warning', word: 'photos.notYours', values: { count: others } });
    return begin(
      from(places).pipe(
        concatMap(([place, each]) => remove(each, place)),
        reduce(
          (sum: Result<Tally>, result): Result<Tally> =>
            sum._tag === 'Left' || result._tag === 'Left'
              ? result._tag === 'Left'
                ? result
                : sum
              : right({ ok: sum.right.ok + result.right.ok, failed: sum.right.failed + result.right.failed }),
          right({ ok: 0, failed: 0 }),
        ),
      ),
    );
  }

  /** Uses the index while the box has one, otherwise folder listings. */
  #orListed(index: LinePort, listing: LinePort): LinePort {
    return {
      months: (filters, version) =>
        this.#indexed.value
          ? index.months(filters, version).pipe(
              switchMap((result) => {
                if (result._tag === 'Right' || result.left._tag === 'Rejected' || !isNotOffered(result.left))
                  return of(result);
                this.#indexed.set(false);
                return listing.months(filters, null);
              }),
            )
          : listing.months(filters, null),
      run: (...asked) => (this.#indexed.value ? index : listing).run(...asked),
    };
  }

  /** Shows a change optimistically, and records the result of the call. */
  #shown<A>(
    ids: readonly string[],
    said: Said,
    work$: Observable<Result<A>>,
    doneOf: (value: A) => readonly string[],
  ): Observable<Result<A>> {
    const { store } = this.#deps;
    const call = (this.#calls += 1);
    store.append([{ type: 'PhotosSaid', data: { call, ids, said } }], 'person');
    return work$.pipe(
      tap((result) => {
        const done = result._tag === 'Left' ? [] : doneOf(result.right);
        store.append([{ type: 'PhotosHeard', data: { call, done, said } }], 'box');
      }),
    );
  }

  /**
   * Sends ids in batches of the size the box accepts. Reports failures and the number of ids that had no effect;
   * successful batches stay done.
   */
  #parts(
    ids: readonly string[],
    call: (part: readonly string[]) => Answer<readonly string[]>,
    word: WordKey = 'photos.unseen',
  ): Observable<Result<readonly string[]>> {
    const { notifications } = this.#deps;
    const parts = Array.from({ length: Math.ceil(ids.length / MAX_PHOTOS) }, (_, at) =>
      ids.slice(at * MAX_PHOTOS, (at + 1) * MAX_PHOTOS),
    );
    return from(parts).pipe(
      concatMap((part) => call(part).pipe(map((result) => offered(result)))),
      tap((result) => {
        if (result._tag === 'Left') notifications.fail(result.left);
      }),
      reduce(
        ({ done, failed }, result) =>
          result._tag === 'Left' ? { done, failed: failed ?? result } : { done: [...done, ...result.right], failed },
        { done: [] as readonly string[], failed: null as Result<never> | null },
      ),
      map(({ done, failed }): Result<readonly string[]> => {
        if (failed !== null && done.length === 0) return failed;
        if (failed === null && done.length < ids.length)
          notifications.notify({ level: 'warning', word, values: { count: ids.length - done.length } });
        return right(done);
      }),
    );
  }

  #told<A>(call: Answer<A>, word: WordKey, values: Values): Observable<Result<null>> {
    const { notifications } = this.#deps;
    return call.pipe(
      map((result) => offered(result)),
      mapRight(() => null),
      tap((result) => {
        if (result._tag === 'Left') notifications.fail(result.left);
        else notifications.notify({ level: 'success', word, values });
      }),
    );
  }

  /** Reports what was done and offers an undo where `undoEntryOf` gives an entry. */
  #begun(
    work$: Observable<Result<readonly string[]>>,
    word: WordKey,
    { name }: NamedAlbum,
    undone: (done: readonly string[]) => readonly string[],
    actOf?: ActOf,
  ): Outcome<readonly string[]> {
    const cameOf = (result: Result<readonly string[]>): Came | null => {
      if (result._tag === 'Left' || result.right.length === 0) return null;
      const ids = undone(result.right);
      const notice: Notice = { level: 'success', word, values: { count: result.right.length, name } };
      return { act: ids.length === 0 ? null : (actOf?.(ids) ?? null), notice };
    };
    if (actOf !== undefined) return this.#deps.acts.begin(work$, cameOf);
    const told = (result: Result<readonly string[]>): void => {
      const notice = cameOf(result)?.notice ?? null;
      if (notice !== null) this.#deps.notifications.notify(notice);
    };
    return begin(work$.pipe(tap(told)));
  }
}

/** Builds the undo entry for the affected photos. */
type ActOf = (ids: readonly string[]) => Act;

const wordOf = ({ favourite, caption }: PhotoMarks): WordKey =>
  favourite === undefined
    ? caption === undefined
      ? 'photos.dated'
      : 'photos.captioned'
    : favourite === 1
      ? 'photos.favoured'
      : 'photos.unfavoured';

/** The files of a photo: the photo itself, the video of a live photo, its raw file. */
const entriesOf = ({ path, video, raw, size, md512kb, taken }: TimelinePhoto): readonly FileEntry[] =>
  [path, video, raw]
    .filter((each) => each !== '')
    .map((each) => ({
      ...pictureAt(each),
      mtime: taken,
      ...(each === path ? { size, md512kb } : {}),
    }));

/** A file entry of which only the path is known. */
const pictureAt = (path: string): FileEntry => ({
  path,
  id: path,
  name: path.slice(path.lastIndexOf('/') + 1),
  type: PHOTO,
  size: 0,
  md512kb: '',
  ctime: 0,
  mtime: 0,
});
