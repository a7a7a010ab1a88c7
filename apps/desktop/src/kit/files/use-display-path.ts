import { useCallback } from 'react';
import { UserToken } from '../../composition/service-tokens.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { placeLabel } from './file-kinds.ts';
import { fileMessages } from './messages.ts';
import { displayPath } from './file-places.ts';

/**
 * Returns a function that formats a path for display. Places (personal, public and so on) get their names, and mount
 * points are never shown.
 */
export const useDisplayPath = (): ((path: string) => string) => {
  const t = useText(fileMessages);
  const user = useService(UserToken);
  return useCallback((path) => safeDisplayName(displayPath(path, user, (place) => placeLabel(place, t))), [user, t]);
};

/** Returns a function that formats the name of a folder, or of the place when the path is the root of one. */
export const useFolderName = (): ((path: string) => string) => {
  const formatPath = useDisplayPath();
  return useCallback((path) => formatPath(path).split(' › ').at(-1) ?? path, [formatPath]);
};
