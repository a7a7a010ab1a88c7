import { MAX_ZIP_PATHS, type PhotoFile } from '@boxwood/box-sdk';
import { hasTrash, type TimelinePhoto } from '@boxwood/domain';
import { BoxClientToken, LauncherToken, NotificationsToken, UserToken } from '../../../composition/tokens.ts';
import { useAddresses } from '../../../file-kit/addresses.ts';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useOpenPicture } from '../../../file-kit/pictures/use-open-picture.ts';
import { placeOf, nameAt } from '../../../file-kit/places.ts';
import { saveFrom } from '../../../file-kit/save-from.ts';
import { sendFiles } from '../../../platform/send.ts';
import { useService } from '../../../react/scope.tsx';
import { photoZip } from '../services.ts';

/** Maximum number of pictures in one archive. */
export const MOST_SAVED = MAX_ZIP_PATHS;
/** Maximum number of pictures shared with another app; the system waits only a short time for them. */
export const MOST_SENT = 20;

/** Actions for pictures, for windows and phones. */
export const useActs = () => {
  const photos = usePhotos();
  const user = useService(UserToken);
  const launcher = useService(LauncherToken);
  const notifications = useService(NotificationsToken);
  const prepare = photoZip(useService(BoxClientToken));
  const addresses = useAddresses();
  const place = (path: string) => placeOf(path, user);
  /** Downloads one picture as a file, several as one archive. */
  const download = (chosen: readonly TimelinePhoto[]): void => {
    const [only, second] = chosen;
    if (only !== undefined && second === undefined) {
      const address = addresses.file(only.path, true);
      if (address !== null) saveFrom(address, nameAt(only.path));
      return;
    }
    prepare(chosen.map(({ path }) => path)).subscribe((ready) => {
      if (ready._tag === 'Left') {
        notifications.fail(ready.left);
        return;
      }
      const address = addresses.zip(ready.right.id);
      if (address !== null) saveFrom(address, ready.right.name);
    });
  };
  return {
    open: useOpenPicture(),
    /** Marks all pictures as favourites; if all of them are, removes the mark. */
    favourite: (chosen: readonly TimelinePhoto[]): void => {
      const favourite = chosen.every((photo) => photo.favourite === 1) ? 0 : 1;
      const ids = chosen.filter((photo) => photo.favourite !== favourite).map(({ id }) => id);
      if (ids.length > 0) photos.mark(ids, { favourite }, { favourite: favourite === 1 ? 0 : 1 });
    },
    /** Moves pictures to the recycle bin; the notice offers undo. */
    remove: (chosen: readonly TimelinePhoto[]): void => {
      photos.remove(chosen, place);
    },
    /** Whether a file has a recycle bin: folders shared by other users have none. */
    mayRemove: ({ path }: PhotoFile): boolean => {
      const where = place(path);
      return where !== null && hasTrash(where);
    },
    /** Moves single files of pictures to the recycle bin; the notice offers undo. */
    removeFiles: (copies: readonly PhotoFile[]): void => {
      photos.removeFiles(copies, place);
    },
    /** Opens the folder of a picture and scrolls to its file. */
    reveal: ({ path }: TimelinePhoto): void => {
      const where = place(path);
      const folder = path.slice(0, path.lastIndexOf('/'));
      launcher.open('files', {
        params: { ...(where === null ? {} : { place: where }), path: folder, reveal: path },
      });
    },
    download,
    /** Shares the files with another app, or downloads them if sharing fails. */
    send: (chosen: readonly TimelinePhoto[]): void => {
      const files = chosen.flatMap(({ path }) => {
        const address = addresses.file(path);
        return address === null ? [] : [{ address, name: nameAt(path) }];
      });
      void sendFiles(files).then((sent) => {
        if (!sent) download(chosen);
      });
    },
  };
};
