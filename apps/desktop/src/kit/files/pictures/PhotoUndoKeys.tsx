import type { WindowId } from '@boxwood/domain';
import { UndoKeys } from '../UndoKeys.tsx';
import { usePhotoUndo } from './photo-undo-service.ts';

/**
 * {@link UndoKeys} for pictures: actions on pictures, albums and people that are newer than the last file operation are
 * undone and redone first.
 */
export const PhotoUndoKeys = ({ window }: { readonly window: WindowId | null }) => {
  const undoStack = usePhotoUndo();
  return <UndoKeys window={window} handleFirst={(direction) => undoStack[direction]() !== null} />;
};
