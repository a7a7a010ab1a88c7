import {
  type Album,
  isNotOffered,
  type MapFrame,
  type PhotoDetails,
  type PhotoFile,
  type TimelinePhoto,
} from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { expand, EMPTY, filter, last, map, merge, type Observable, of, switchMap, tap } from 'rxjs';
import { changesInArea } from '../changes/changes.ts';
import type { BoxEvent } from '../events/box-event.ts';
import type { Files, ActionCounts } from '../files/files.ts';
import type { Place } from '../model.ts';
import type { Notice, Notifications } from '../notifications/notifications.ts';
import { explainNotOffered } from '../not-offered.ts';
import {
  type PortResult,
  startNow,
  mapRight,
  type Outcome,
  type LazyResult,
  type Result,
  type MessageValues,
} from '../outcome.ts';
import type { QueryDeps } from '../state/query.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { DomainMessageKey } from '../message-keys.ts';
import { BoxPhotoTimeline } from './box-timeline.ts';
import type { OptimisticPhotoChange } from './events.ts';
import { BoxAlbumFolders } from './album-folders.ts';
import { removeByPlace, sendInBatches } from './photo-batches.ts';
import { entriesOf, pictureAt } from './photo-entries.ts';
import type { PhotoUndoEntry, PhotoActionResult, PhotoUndoStack } from './photo-undo-stack.ts';
import { listingTimelines } from './listing-timeline.ts';
import type {
  AlbumFolders,
  AlbumInput,
  PhotoDuplicates,
  NamedAlbum,
  PhotoFilter,
  PhotoTimeline,
  PhotoChanges,
  PhotoLocations,
  Photos,
  PhotoMapClusters,
  PhotoObjects,
} from './photos.ts';
import { listPhotoLocations, listPhotoObjects } from './photo-locations.ts';
import type { TimelinePort, PhotosPort } from './port.ts';

/** Albums per call. */
const ALBUM_PAGE_SIZE = 500;
/** Maximum number of photos with duplicates shown at once. */
const MAX_DUPLICATES = 500;
/** How often to poll a box that does not report changes, in ms. */
const POLL_INTERVAL_MS = 30_000;
/**
 * File events of this browser that may change the photos: the index may not notice a file that was moved away and back,
 * and a listing reports nothing.
 */
const FILE_CHANGE_EVENTS: ReadonlySet<BoxEvent['type']> = new Set(['FolderChanged', 'UploadFinished']);

/** Dependencies of {@link BoxPhotos}; `files` lists photos on a box without an index, and deletes. */
export interface PhotosDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: PhotosPort;
  readonly files: Pick<Files, 'listAllOfType' | 'remove'>;
  readonly notifications: Notifications;
  readonly undoStack: PhotoUndoStack;
  readonly visible$: QueryDeps['visible$'];
  readonly retry$: QueryDeps['retry$'];
  /** Whether the box reports changes. */
  readonly reportsChanges$: Observable<boolean>;
}

/** See {@link Photos}. */
export class BoxPhotos implements Photos {
  readonly #deps: PhotosDeps;
  readonly #indexed = new State(true);
  readonly folders: AlbumFolders;
  readonly #timelinePort: TimelinePort;
  /**
   * Timelines that were shown before; they show their known photos at once when reopened, also while the box is
   * unreachable.
   */
  readonly #timelines = new Map<string, PhotoTimeline>();
  #calls = 0;

  constructor(deps: PhotosDeps) {
    this.#deps = deps;
    this.folders = new BoxAlbumFolders(deps);
    this.#timelinePort = this.#withListingFallback(deps.port, listingTimelines(deps.files));
  }

  get indexed$(): StateStream<boolean> {
    return this.#indexed.stream;
  }

  timeline(filters: PhotoFilter): PhotoTimeline {
    const key = JSON.stringify(filters);
    const cached = this.#timelines.get(key) ?? this.#createTimeline(filters);
    // Timelines of typed searches are not cached.
    if (filters.words === undefined) this.#timelines.set(key, cached);
    return cached;
  }

  #createTimeline(filters: PhotoFilter): PhotoTimeline {
    const { store, visible$, retry$, reportsChanges$ } = this.#deps;
    const filesChanged$ = store.batches$.pipe(
      filter((batch) => batch.some(({ event }) => FILE_CHANGE_EVENTS.has(event.type))),
    );
    const changed$ = merge(changesInArea(store, 'photos'), filesChanged$);
    return new BoxPhotoTimeline(filters, {
      store,
      port: this.#timelinePort,
      query: { visible$, retry$, isLive$: reportsChanges$, changed$, pollIntervalMs: POLL_INTERVAL_MS },
    });
  }

  details(id: string): LazyResult<PhotoDetails> {
    return this.#deps.port.details(id).pipe(map((result) => explainNotOffered(result)));
  }

  update(ids: readonly string[], changes: PhotoChanges, undoChanges?: PhotoChanges): Outcome<readonly string[]> {
    const work$ = sendInBatches(this.#deps.notifications, ids, (batch) => this.#deps.port.update(batch, changes));
    const updated$ = this.#applyOptimistically(ids, changes, work$, (done) => done);
    if (undoChanges === undefined) return startNow(updated$);
    return this.#deps.undoStack.run(updated$, (result) => {
      if (result._tag === 'Left' || result.right.length === 0) return null;
      const done = result.right;
      // A single favourite is visible on the photo, so it needs no notice.
      const isVisible = changes.favourite !== undefined && done.length === 1;
      return {
        undoEntry: { undo: () => this.update(done, undoChanges), redo: () => this.update(done, changes) },
        notice: isVisible
          ? null
          : { level: 'success', messageKey: messageKeyOf(changes), values: { count: done.length } },
      };
    });
  }

  remove(photos: readonly TimelinePhoto[], placeOf: (path: string) => Place | null): Outcome<ActionCounts> {
    return removeByPlace(this.#deps.notifications, photos, placeOf, (each, place) => {
      const ids = each.map(({ id }) => id);
      const removal$ = this.#deps.files.remove(each.flatMap(entriesOf), place).pipe(
        // The box does not report which files failed; those that still exist reappear with its next response.
        mapRight((tally) => ({ tally, done: tally.ok > 0 ? ids : [] })),
      );
      return this.#applyOptimistically(ids, { isDeleted: true as const }, removal$, ({ done }) => done).pipe(
        mapRight(({ tally }) => tally),
      );
    });
  }

  removeFiles(copies: readonly PhotoFile[], placeOf: (path: string) => Place | null): Outcome<ActionCounts> {
    const { files, notifications } = this.#deps;
    return removeByPlace(notifications, copies, placeOf, (each, place) =>
      files.remove(
        each.map(({ path, size, mtime }) => ({ ...pictureAt(path), size, mtime })),
        place,
      ),
    );
  }

  duplicates(): LazyResult<PhotoDuplicates> {
    return this.#deps.port.twins(0, MAX_DUPLICATES).pipe(map((result) => explainNotOffered(result)));
  }

  albums(): LazyResult<readonly Album[]> {
    const page = (start: number) => this.#deps.port.albums(start, ALBUM_PAGE_SIZE);
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
      map(({ result, all }) => explainNotOffered(result._tag === 'Left' ? result : right(all))),
    );
  }

  saveAlbum(input: AlbumInput): Outcome<string> {
    return startNow(this.#deps.port.putAlbum(input).pipe(map((result) => explainNotOffered(result))));
  }

  removeAlbum({ id, name }: NamedAlbum): Outcome<null> {
    return startNow(this.#notifyResult(this.#deps.port.removeAlbum(id), 'photos.albumGone', { name }));
  }

  addTo(album: NamedAlbum, ids: readonly string[]): Outcome<readonly string[]> {
    return this.#addTo(album, ids, (added) => ({
      // Photos that were in the album before stay in it.
      undo: () => this.#dropFrom(album, added),
      redo: () => this.#addTo(album, added),
    }));
  }

  dropFrom(album: NamedAlbum, ids: readonly string[]): Outcome<readonly string[]> {
    return this.#dropFrom(album, ids, (dropped) => ({
      undo: () => this.#addTo(album, dropped),
      redo: () => this.#dropFrom(album, dropped),
    }));
  }

  /** Adds photos to an album; `undoEntryOf` gets those that were not in it. */
  #addTo(album: NamedAlbum, ids: readonly string[], undoEntryOf?: UndoEntryOf): Outcome<readonly string[]> {
    const addedIds: string[] = [];
    const added$ = sendInBatches(this.#deps.notifications, ids, (batch) =>
      this.#deps.port.addTo(album.id, batch).pipe(
        mapRight((added) => {
          addedIds.push(...added.added);
          return added.done;
        }),
      ),
    );
    return this.#runUndoable(added$, 'photos.added', album, () => addedIds, undoEntryOf);
  }

  #dropFrom(album: NamedAlbum, ids: readonly string[], undoEntryOf?: UndoEntryOf): Outcome<readonly string[]> {
    const dropped$ = sendInBatches(
      this.#deps.notifications,
      ids,
      (batch) => this.#deps.port.dropFrom(album.id, batch),
      'photos.bound',
    );
    return this.#runUndoable(dropped$, 'photos.dropped', album, (done) => done, undoEntryOf);
  }

  readonly locations = (): LazyResult<PhotoLocations> => listPhotoLocations(this.#deps.port);

  readonly objects = (): LazyResult<PhotoObjects> => listPhotoObjects(this.#deps.port);

  mapClusters(zoom: number, frame?: MapFrame): LazyResult<PhotoMapClusters> {
    return this.#deps.port.mapClusters(zoom, frame).pipe(map((mapClusters) => explainNotOffered(mapClusters)));
  }

  sources(): LazyResult<readonly string[]> {
    return this.#deps.port.config().pipe(
      mapRight((config) => config.sources),
      map((result) => explainNotOffered(result)),
    );
  }

  setCover(album: string, path: string): Outcome<null> {
    return startNow(this.#notifyResult(this.#deps.port.setCover(album, path), 'photos.covered', {}));
  }

  /** Uses the index while the box has one, otherwise folder listings. */
  #withListingFallback(index: TimelinePort, listing: TimelinePort): TimelinePort {
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
      photos: (...request) => (this.#indexed.value ? index : listing).photos(...request),
    };
  }

  /** Shows a change optimistically, and records the result of the call. */
  #applyOptimistically<A>(
    ids: readonly string[],
    change: OptimisticPhotoChange,
    work$: Observable<Result<A>>,
    doneOf: (value: A) => readonly string[],
  ): Observable<Result<A>> {
    const { store } = this.#deps;
    const call = (this.#calls += 1);
    store.append([{ type: 'PhotosSaid', data: { call, ids, change } }], 'person');
    return work$.pipe(
      tap((result) => {
        const done = result._tag === 'Left' ? [] : doneOf(result.right);
        store.append([{ type: 'PhotosHeard', data: { call, done, change } }], 'box');
      }),
    );
  }

  #notifyResult<A>(call: PortResult<A>, messageKey: DomainMessageKey, values: MessageValues): Observable<Result<null>> {
    const { notifications } = this.#deps;
    return call.pipe(
      map((result) => explainNotOffered(result)),
      mapRight(() => null),
      tap((result) => {
        if (result._tag === 'Left') notifications.fail(result.left);
        else notifications.notify({ level: 'success', messageKey, values });
      }),
    );
  }

  /** Reports what was done and offers an undo where `undoEntryOf` gives an entry. */
  #runUndoable(
    work$: Observable<Result<readonly string[]>>,
    messageKey: DomainMessageKey,
    { name }: NamedAlbum,
    undone: (done: readonly string[]) => readonly string[],
    undoEntryOf?: UndoEntryOf,
  ): Outcome<readonly string[]> {
    const actionResultOf = (result: Result<readonly string[]>): PhotoActionResult | null => {
      if (result._tag === 'Left' || result.right.length === 0) return null;
      const ids = undone(result.right);
      const notice: Notice = { level: 'success', messageKey, values: { count: result.right.length, name } };
      return { undoEntry: ids.length === 0 ? null : (undoEntryOf?.(ids) ?? null), notice };
    };
    if (undoEntryOf !== undefined) return this.#deps.undoStack.run(work$, actionResultOf);
    const notifyDone = (result: Result<readonly string[]>): void => {
      const notice = actionResultOf(result)?.notice ?? null;
      if (notice !== null) this.#deps.notifications.notify(notice);
    };
    return startNow(work$.pipe(tap(notifyDone)));
  }
}

/** Builds the undo entry for the affected photos. */
type UndoEntryOf = (ids: readonly string[]) => PhotoUndoEntry;

const messageKeyOf = ({ favourite, caption }: PhotoChanges): DomainMessageKey =>
  favourite === undefined
    ? caption === undefined
      ? 'photos.dated'
      : 'photos.captioned'
    : favourite === 1
      ? 'photos.favoured'
      : 'photos.unfavoured';
