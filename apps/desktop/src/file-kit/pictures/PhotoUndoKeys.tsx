import type { WindowId } from '@boxwood/domain';
import { UndoKeys } from '../UndoKeys.tsx';
import { usePhotos } from './photos-service.ts';

/** {@link UndoKeys} where pictures are: what was done to an album last is taken back as well. */
export const PhotoUndoKeys = ({ window }: { readonly window: WindowId | null }) => {
  const photos = usePhotos();
  return <UndoKeys window={window} before={() => photos.undo() !== null} />;
};
