import type { TimelinePhoto } from '@boxwood/domain';
import type { KeyboardEvent } from 'react';
import type { usePhotoActions } from './use-photo-actions.ts';

/** Keyboard shortcuts for the selected pictures. */
export const createPictureKeyHandler =
  (
    chosen: readonly TimelinePhoto[],
    { favourite }: Pick<ReturnType<typeof usePhotoActions>, 'favourite'>,
    indexed: boolean,
    remove: (which: readonly TimelinePhoto[]) => void,
  ) =>
  (event: KeyboardEvent): void => {
    if (chosen.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete') remove(chosen);
    else if (event.key.toLowerCase() === 'f' && indexed) favourite(chosen);
    else return;
    event.preventDefault();
  };
