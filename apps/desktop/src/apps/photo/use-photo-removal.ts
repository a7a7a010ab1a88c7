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
  /** By what the index knows it. */
  readonly id: string | undefined;
  readonly known: PhotoDetails | null;
  /** The id of the album whose pictures are looked at. */
  readonly of: string | undefined;
  readonly onDeleted: (path: string) => void;
  readonly onDropped: (path: string) => void;
  /** One that left the album is in it again. */
  readonly onBack: (path: string) => void;
}

/** Delete for the picture that is looked at: into the recycle bin, or where it is one of an album, as somebody answers. The second has to stand on the page. */
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
  // A notice or a key takes it back, and none of them says of what.
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
      // The index knows what belongs to a picture: the film of a live photo, its raw file.
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
      // Nobody knows what is meant while the album cannot be asked about.
      if (album === null && albums.at === 'failed') {
        notifications.fail(albums.failure);
        reload();
      } else remove([{ id: id ?? photo.id, path: photo.path }]);
    },
    question,
  ];
};
