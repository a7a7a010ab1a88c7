import {
  type Album,
  type FileEntry,
  type PhotoDetails,
  PLACES,
  type LazyResult,
  type TimelinePhoto,
  changesInArea,
} from '@boxwood/domain';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { NEVER, switchMap } from 'rxjs';
import { FilesToken, NotificationsToken, StoreToken, UserToken } from '../../composition/service-tokens.ts';
import { usePhotos } from '../../kit/files/pictures/photos-service.ts';
import { useDeletePictures } from '../../kit/files/pictures/use-delete-pictures.tsx';
import { placeOf } from '../../kit/files/file-places.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useQuery } from '../../platform/react/use-query.ts';

interface DeletePhotoOptions {
  readonly photo: FileEntry | undefined;
  /** The id in the photo index. */
  readonly id: string | undefined;
  readonly indexedDetails: PhotoDetails | null;
  /** The id of the album whose pictures are shown. */
  readonly albumId: string | undefined;
  readonly onDeleted: (path: string) => void;
  readonly onRemovedFromAlbum: (path: string) => void;
  /** Called when a picture that was removed from the album is in it again. */
  readonly onReturned: (path: string) => void;
}

/**
 * Deletes the current picture: moves it to the recycle bin, or asks whether to only remove it from the album. The page
 * must render the returned dialog.
 */
export const useDeletePhoto = ({
  photo,
  id,
  indexedDetails,
  albumId,
  onDeleted,
  onRemovedFromAlbum,
  onReturned,
}: DeletePhotoOptions): readonly [remove: () => void, question: ReactNode] => {
  const files = useService(FilesToken);
  const user = useService(UserToken);
  const notifications = useService(NotificationsToken);
  const store = useService(StoreToken);
  const library = usePhotos();
  const [albums, reload] = useQuery(
    useCallback(
      (): LazyResult<readonly Album[]> => (albumId === undefined ? NEVER : library.albums()),
      [library, albumId],
    ),
    { about: 'photos' },
  );
  const album =
    albumId === undefined ? undefined : albums.at === 'ready' ? albums.value.find((each) => each.id === albumId) : null;
  // Undo by notice or key does not report which picture it restored, so ask the box after each change.
  const [removedPhoto, setRemovedPhoto] = useState<Pick<TimelinePhoto, 'id' | 'path'> | null>(null);
  const notifyReturned = useEffectEvent(onReturned);
  useEffect(() => {
    if (removedPhoto === null || albumId === undefined) return undefined;
    const subscription = changesInArea(store, 'photos')
      .pipe(switchMap(() => library.details(removedPhoto.id)))
      .subscribe((result) => {
        if (result._tag !== 'Right' || !result.right.albums.includes(albumId)) return;
        setRemovedPhoto(null);
        notifyReturned(removedPhoto.path);
      });
    return () => {
      subscription.unsubscribe();
    };
  }, [store, library, removedPhoto, albumId]);
  const [remove, question] = useDeletePictures({
    album,
    onRemove: (which) => {
      if (album === undefined || album === null) return;
      for (const { path, id: photo } of which)
        library.dropFrom(album, [photo]).subscribe((result) => {
          if (result._tag !== 'Right' || result.right.length === 0) return;
          setRemovedPhoto({ id: photo, path });
          onRemovedFromAlbum(path);
        });
    },
    onDelete: () => {
      if (photo === undefined) return;
      const placeFor = (path: string) => placeOf(path, user);
      // The index knows the files that belong to a picture: the video of a live photo, the raw file.
      const removal$ =
        indexedDetails === null
          ? files.remove([photo], placeFor(photo.path) ?? PLACES.personal)
          : library.remove([indexedDetails.photo], placeFor);
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
