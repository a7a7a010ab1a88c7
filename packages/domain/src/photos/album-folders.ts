import type { Album, WatchedFolder } from '@boxwood/box-sdk';
import { manualUploadPath } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { map, type Observable, of, tap } from 'rxjs';
import type { Notifications } from '../notifications/notifications.ts';
import { explainNotOffered } from '../not-offered.ts';
import { andThen, startNow, mapRight, type Outcome, type LazyResult, type Result } from '../outcome.ts';
import type { PhotoUndoStack } from './photo-undo-stack.ts';
import type { AlbumFolders, NamedAlbum } from './photos.ts';
import type { PhotosPort } from './port.ts';

/** See {@link AlbumFolders}. */
export class BoxAlbumFolders implements AlbumFolders {
  readonly #port: PhotosPort;
  readonly #notifications: Pick<Notifications, 'notify' | 'fail'>;
  readonly #undoStack: PhotoUndoStack;

  constructor({
    port,
    notifications,
    undoStack,
  }: {
    readonly port: PhotosPort;
    readonly notifications: Pick<Notifications, 'notify' | 'fail'>;
    readonly undoStack: PhotoUndoStack;
  }) {
    this.#port = port;
    this.#notifications = notifications;
    this.#undoStack = undoStack;
  }

  list(album: string): LazyResult<readonly WatchedFolder[]> {
    return this.#port.folders(album).pipe(map((folders) => explainNotOffered(folders)));
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
    const failWith = (issue: string) =>
      map((result: Result<unknown>) => (result._tag === 'Left' ? rejectedWith(issue) : result));
    return startNow(
      this.#port.makeFolder(path).pipe(
        failWith('file.directoryFailed'),
        andThen(() => this.#port.checkFolder(path).pipe(failWith('file.listFailed'))),
        andThen((): Observable<Result<unknown>> => (isShown ? of(right(null)) : this.#port.bind(id, path))),
        mapRight(() => path),
      ),
    );
  }

  #change(direction: 'bind' | 'unbind', album: NamedAlbum, path: string): Outcome<null> {
    const [opposite, messageKey] =
      direction === 'bind' ? (['unbind', 'photos.watched'] as const) : (['bind', 'photos.unwatched'] as const);
    const undoEntry = {
      undo: () => startNow(this.#call(opposite, album, path)),
      redo: () => startNow(this.#call(direction, album, path)),
    };
    return this.#undoStack.run(this.#call(direction, album, path), ({ _tag }) =>
      _tag === 'Left' ? null : { undoEntry, notice: { level: 'success', messageKey, values: { name: album.name } } },
    );
  }

  #call(direction: 'bind' | 'unbind', { id }: NamedAlbum, path: string): Observable<Result<null>> {
    return this.#port[direction](id, path).pipe(
      map((result) => explainNotOffered(result)),
      mapRight(() => null),
      tap((result) => {
        if (result._tag === 'Left') this.#notifications.fail(result.left);
      }),
    );
  }
}

/** A rejection with a message of the specification (section 8). */
const rejectedWith = (issue: string): Result<never> => left({ _tag: 'Rejected', messageKey: issue });
