import type { Album, WatchedFolder } from '@boxwood/box-sdk';
import { manualUploadPath } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { map, type Observable, of, tap } from 'rxjs';
import type { Notifications } from '../notifications/notifications.ts';
import { offered } from '../offered.ts';
import { andThen, begin, mapRight, type Outcome, type Question, type Result } from '../outcome.ts';
import type { LastActs } from './last-acts.ts';
import type { AlbumFolders, NamedAlbum } from './photos.ts';
import type { PhotosPort } from './port.ts';

/** See {@link AlbumFolders}. */
export class BoxAlbumFolders implements AlbumFolders {
  readonly #port: PhotosPort;
  readonly #notifications: Pick<Notifications, 'notify' | 'fail'>;
  readonly #acts: LastActs;

  constructor({
    port,
    notifications,
    acts,
  }: {
    readonly port: PhotosPort;
    readonly notifications: Pick<Notifications, 'notify' | 'fail'>;
    readonly acts: LastActs;
  }) {
    this.#port = port;
    this.#notifications = notifications;
    this.#acts = acts;
  }

  list(album: string): Question<readonly WatchedFolder[]> {
    return this.#port.folders(album).pipe(map((folders) => offered(folders)));
  }

  bind(album: NamedAlbum, path: string): Outcome<null> {
    return this.#change('bind', album, path);
  }

  unbind(album: NamedAlbum, path: string): Outcome<null> {
    return this.#change('unbind', album, path);
  }

  upload({ id, watchpath_list: bound }: Album, target: string): Outcome<string> {
    const path = manualUploadPath(target);
    const isShown = bound.some((folder) => path === folder.path || path.startsWith(`${folder.path}/`));
    const saying = (issue: string) =>
      map((result: Result<unknown>) => (result._tag === 'Left' ? refused(issue) : result));
    return begin(
      this.#port.makeFolder(path).pipe(
        saying('file.directoryFailed'),
        andThen(() => this.#port.look(path).pipe(saying('file.listFailed'))),
        andThen((): Observable<Result<unknown>> => (isShown ? of(right(null)) : this.#port.bind(id, path))),
        mapRight(() => path),
      ),
    );
  }

  #change(way: 'bind' | 'unbind', album: NamedAlbum, path: string): Outcome<null> {
    const [back, word] =
      way === 'bind' ? (['unbind', 'photos.watched'] as const) : (['bind', 'photos.unwatched'] as const);
    const act = { undo: () => begin(this.#call(back, album, path)), redo: () => begin(this.#call(way, album, path)) };
    return this.#acts.begin(this.#call(way, album, path), ({ _tag }) =>
      _tag === 'Left' ? null : { act, notice: { level: 'success', word, values: { name: album.name } } },
    );
  }

  #call(way: 'bind' | 'unbind', { id }: NamedAlbum, path: string): Observable<Result<null>> {
    return this.#port[way](id, path).pipe(
      map((result) => offered(result)),
      mapRight(() => null),
      tap((result) => {
        if (result._tag === 'Left') this.#notifications.fail(result.left);
      }),
    );
  }
}

/** A rejection with a message of the specification (section 8). */
const refused = (issue: string): Result<never> => left({ _tag: 'Rejected', word: issue });
