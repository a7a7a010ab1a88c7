import {
  type Album,
  type FileEntry,
  type PhotoDetails,
  PLACES,
  type Question,
  type TimelinePhoto,
  toldOf,
} from '@boxwood/domain';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { NEVER, switchMap } from 'rxjs';
import { FilesToken, NotificationsToken, StoreToken, UserToken } from '../../composition/tokens.ts';
import { usePhotos } from '../../file-kit/pictures/photos-service.ts';
import { useRemoval } from '../../file-kit/pictures/use-removal.tsx';
import { placeOf } from '../../file-kit/places.ts';
import { useService } from '../../react/scope.tsx';
import { useQuery } from '../../react/use-query.ts';

interface Looked {
  readonly photo: FileEntry | undefined;
  /** The id in the photo index. */
  readonly id: string | undefined;
  readonly known: PhotoDetails | null;
  /** The id of the album whose pictures are shown. */
  readonly of: string | undefined;
  readonly onDeleted: (path: string) => void;
  readonly onDropped: (path: string) => void;
  /** Called when a picture that was removed from the album is in it again. */
  readonly onBack: (path: string) => void;
}

/**
 * Deletes the current picture: moves it to the recycle bin, or asks whether to only remove it from the album. The page
 * must render the returned dialog.
 */
export const usePhotoRemoval = ({
  photo,
  id,
  known,
  of,
  onDeleted,
  onDropped,
  onBack,
}: Looked): readonly [remove: () => void, question: ReactNode] => {
  const files = useService(FilesToken);
  const user = useService(UserToken);
  const notifications = useService(NotificationsToken);
  const store = useService(StoreToken);
  const library = usePhotos();
  const [albums, reload] = useQuery(
    useCallback((): Question<readonly Album[]> => (of === undefined ? NEVER : library.albums()), [library, of]),
    { about: 'photos' },
  );
  const album =
    of === undefined ? undefined : albums.at === 'ready' ? albums.value.find((each) => each.id === of) : null;
  // Undo by notice or key does not report which picture it restored, so ask the box after each change.
  const [out, setOut] = useState<Pick<TimelinePhoto, 'id' | 'path'> | null>(null);
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (out === null || of === undefined) return undefined;
    const hearing = toldOf(store, 'photos')
      .pipe(switchMap(() => library.details(out.id)))
      .subscribe((result) => {
        if (result._tag !== 'Right' || !result.right.albums.includes(of)) return;
        setOut(null);
        back(out.path);
      });
    return () => {
      hearing.unsubscribe();
    };
  }, [store, library, out, of]);
  const [remove, question] = useRemoval({
    album,
    onDrop: (which) => {
      if (album === undefined || album === null) return;
      for (const { path, id: photo } of which)
        library.dropFrom(album, [photo]).subscribe((result) => {
          if (result._tag !== 'Right' || result.right.length === 0) return;
          setOut({ id: photo, path });
          onDropped(path);
        });
    },
    onDelete: () => {
      if (photo === undefined) return;
      const where = (path: string) => placeOf(path, user);
      // The index knows the files that belong to a picture: the video of a live photo, the raw file.
      const removal$ =
        known === null
          ? files.remove([photo], where(photo.path) ?? PLACES.personal)
          : library.remove([known.photo], where);
      removal$.subscribe((result) => {
        if (result._tag === 'Right' && result.right.ok > 0) onDeleted(photo.path);
      });
    },
  });
  return [
    () => {
      if (photo === undefined) return;
      // Without the albums the intent is unknown, so report the failure and try again.
      if (album === null && albums.at === 'failed') {
        notifications.fail(albums.failure);
        reload();
      } else remove([{ id: id ?? photo.id, path: photo.path }]);
    },
    question,
  ];
};
