import type { Album, WatchedFolder } from '@boxwood/box-sdk';
import { manualUploadPath } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { map, type Observable, of, tap } from 'rxjs';
import type { Notifications } from '../notifications/notifications.ts';
import { offered } from '../offered.ts';
import { andThen, type Answer, begin, mapRight, type Outcome, type Question, type Result } from '../outcome.ts';
import type { WordKey } from '../words.ts';
import type { AlbumFolders, NamedAlbum } from './photos.ts';
import type { PhotosPort } from './port.ts';

/** See {@link AlbumFolders}. */
export class BoxAlbumFolders implements AlbumFolders {
  readonly #port: PhotosPort;
  readonly #notifications: Notifications;

  constructor({ port, notifications }: { readonly port: PhotosPort; readonly notifications: Notifications }) {
    this.#port = port;
    this.#notifications = notifications;
  }

  list(album: string): Question<readonly WatchedFolder[]> {
    return this.#port.folders(album).pipe(map((folders) => offered(folders)));
  }

  bind(album: NamedAlbum, path: string): Outcome<null> {
    return this.#told(this.#port.bind(album.id, path), 'photos.watched', album, () => this.unbind(album, path));
  }

  unbind(album: NamedAlbum, path: string): Outcome<null> {
    return this.#told(this.#port.unbind(album.id, path), 'photos.unwatched', album, () => this.bind(album, path));
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

  #told(call: Answer<unknown>, word: WordKey, { name }: NamedAlbum, undo: () => Outcome<null>): Outcome<null> {
    return begin(
      call.pipe(
        map((result) => offered(result)),
        mapRight(() => null),
        tap((result) => {
          if (result._tag === 'Left') this.#notifications.fail(result.left);
          else this.#notifications.notify({ level: 'success', word, values: { name }, undo });
        }),
      ),
    );
  }
}

/** The words that the specification has for what failed (section 8). */
const refused = (issue: string): Result<never> => left({ _tag: 'Rejected', word: issue });
