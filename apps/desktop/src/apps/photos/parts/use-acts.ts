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

/** Most pictures that are saved as one archive. */
export const MOST_SAVED = MAX_ZIP_PATHS;
/** Most pictures that are handed on to another app: the system waits for them only so long. */
export const MOST_SENT = 20;

/** What can be done with pictures, in the window and on the phone. */
export const useActs = () => {
  const photos = usePhotos();
  const user = useService(UserToken);
  const launcher = useService(LauncherToken);
  const notifications = useService(NotificationsToken);
  const prepare = photoZip(useService(BoxClientToken));
  const addresses = useAddresses();
  const place = (path: string) => placeOf(path, user);
  /** One as it is, several as one archive. */
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
    /** A heart for all of them; when all have one, none. */
    favourite: (chosen: readonly TimelinePhoto[]): void => {
      const favourite = chosen.every((photo) => photo.favourite === 1) ? 0 : 1;
      const ids = chosen.filter((photo) => photo.favourite !== favourite).map(({ id }) => id);
      if (ids.length > 0) photos.mark(ids, { favourite }, { favourite: favourite === 1 ? 0 : 1 });
    },
    /** Into the recycle bin, to be taken back from the notice. */
    remove: (chosen: readonly TimelinePhoto[]): void => {
      photos.remove(chosen, place);
    },
    /** Whether a file may go into a recycle bin: what others share has none. */
    mayRemove: ({ path }: PhotoFile): boolean => {
      const where = place(path);
      return where !== null && hasTrash(where);
    },
    /** Some files of pictures into the recycle bin, to be taken back from the notice. */
    removeFiles: (copies: readonly PhotoFile[]): void => {
      photos.removeFiles(copies, place);
    },
    /** The folder of a picture, with its file in view. */
    reveal: ({ path }: TimelinePhoto): void => {
      const where = place(path);
      const folder = path.slice(0, path.lastIndexOf('/'));
      launcher.open('files', {
        params: { ...(where === null ? {} : { place: where }), path: folder, reveal: path },
      });
    },
    download,
    /** To another app, as the files that they are; what cannot be handed on can still be kept. */
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
