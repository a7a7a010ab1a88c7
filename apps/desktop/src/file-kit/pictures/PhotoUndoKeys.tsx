import type { WindowId } from '@boxwood/domain';
import { UndoKeys } from '../UndoKeys.tsx';
import { useLastActs } from './acts-service.ts';

/** {@link UndoKeys} where pictures are: what was done to pictures, albums and people since is taken back, and done again, first. */
export const PhotoUndoKeys = ({ window }: { readonly window: WindowId | null }) => {
  const acts = useLastActs();
  return <UndoKeys window={window} before={(step) => acts[step]() !== null} />;
};
