import type { WindowId } from '@boxwood/domain';
import { UndoKeys } from '../UndoKeys.tsx';
import { usePhotos } from './photos-service.ts';

/** {@link UndoKeys} where pictures are: what was done to pictures and albums since is taken back, and done again, first. */
export const PhotoUndoKeys = ({ window }: { readonly window: WindowId | null }) => {
  const photos = usePhotos();
  return <UndoKeys window={window} before={(step) => photos[step]() !== null} />;
};
