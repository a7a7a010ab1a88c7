import type { WindowId } from '@boxwood/domain';
import { UndoKeys } from '../UndoKeys.tsx';
import { useLastActs } from './acts-service.ts';

/**
 * {@link UndoKeys} for pictures: actions on pictures, albums and people that are newer than the last file operation are
 * undone and redone first.
 */
export const PhotoUndoKeys = ({ window }: { readonly window: WindowId | null }) => {
  const acts = useLastActs();
  return <UndoKeys window={window} before={(step) => acts[step]() !== null} />;
};
