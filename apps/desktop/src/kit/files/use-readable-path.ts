import { useCallback } from 'react';
import { UserToken } from '../../composition/service-tokens.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { placeLabel } from './file-kinds.ts';
import { fileMessages } from './messages.ts';
import { readablePath } from './file-places.ts';

/**
 * Returns a function that formats a path for the signed-in user. Places have names, and mount points are never shown
 * (finding 29).
 */
export const useReadablePath = (): ((path: string) => string) => {
  const w = useText(fileMessages);
  const user = useService(UserToken);
  return useCallback((path) => safeDisplayName(readablePath(path, user, (place) => placeLabel(place, w))), [user, w]);
};

/** Returns a function that gives the name of a folder, or of the place when the path is its root. */
export const useFolderName = (): ((path: string) => string) => {
  const formatPath = useReadablePath();
  return useCallback((path) => formatPath(path).split(' › ').at(-1) ?? path, [formatPath]);
};
