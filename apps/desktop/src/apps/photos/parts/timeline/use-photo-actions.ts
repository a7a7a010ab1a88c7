import { MAX_ZIP_PATHS, type PhotoFile } from '@boxwood/box-sdk';
import { hasTrash, type TimelinePhoto } from '@boxwood/domain';
import {
  BoxClientToken,
  LauncherToken,
  NotificationsToken,
  UserToken,
} from '../../../../composition/service-tokens.ts';
import { useFileAddresses } from '../../../../kit/files/use-file-addresses.ts';
import { usePhotos } from '../../../../kit/files/pictures/photos-service.ts';
import { useOpenPicture } from '../../../../kit/files/pictures/use-open-picture.ts';
import { placeOf, nameAt } from '../../../../kit/files/file-places.ts';
import { saveUrl } from '../../../../kit/files/save-url.ts';
import { shareFiles } from '../../../../platform/system-share.ts';
import { useService } from '../../../../platform/react/scope.tsx';
import { zipPreparer } from '../../photo-zip.ts';

/** Maximum number of pictures in one archive. */
export const MAX_ARCHIVE_PHOTOS = MAX_ZIP_PATHS;
/** Maximum number of pictures shared with another app; the system waits only a short time for them. */
export const MAX_SENT_PHOTOS = 20;

/** Actions for pictures, for windows and phones. */
export const usePhotoActions = () => {
  const photos = usePhotos();
  const user = useService(UserToken);
  const launcher = useService(LauncherToken);
  const notifications = useService(NotificationsToken);
  const prepareZip = zipPreparer(useService(BoxClientToken));
  const addresses = useFileAddresses();
  const place = (path: string) => placeOf(path, user);
  /** Downloads one picture as a file, several as one archive. */
  const download = (chosen: readonly TimelinePhoto[]): void => {
    const [only, second] = chosen;
    if (only !== undefined && second === undefined) {
      const address = addresses.file(only.path, true);
      if (address !== null) saveUrl(address, nameAt(only.path));
      return;
    }
    prepareZip(chosen.map(({ path }) => path)).subscribe((ready) => {
      if (ready._tag === 'Left') {
        notifications.fail(ready.left);
        return;
      }
      const address = addresses.zip(ready.right.id);
      if (address !== null) saveUrl(address, ready.right.name);
    });
  };
  return {
    open: useOpenPicture(),
    /** Marks all pictures as favourites; if all of them already are, unmarks them. */
    favourite: (chosen: readonly TimelinePhoto[]): void => {
      const favourite = chosen.every((photo) => photo.favourite === 1) ? 0 : 1;
      const ids = chosen.filter((photo) => photo.favourite !== favourite).map(({ id }) => id);
      if (ids.length > 0) photos.update(ids, { favourite }, { favourite: favourite === 1 ? 0 : 1 });
    },
    /** Moves pictures to the recycle bin; the notice offers undo. */
    remove: (chosen: readonly TimelinePhoto[]): void => {
      photos.remove(chosen, place);
    },
    /** Whether a file has a recycle bin: folders shared by other users have none. */
    canRemove: ({ path }: PhotoFile): boolean => {
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
        return address === null ? [] : [{ url: address, name: nameAt(path) }];
      });
      void shareFiles(files).then((wasShared) => {
        if (!wasShared) download(chosen);
      });
    },
  };
};
