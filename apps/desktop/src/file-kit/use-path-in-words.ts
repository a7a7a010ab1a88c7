import { useCallback } from 'react';
import { UserToken } from '../composition/tokens.ts';
import { shownName } from '../i18n/shown-name.ts';
import { useService } from '../react/scope.tsx';
import { useText } from '../react/use-text.ts';
import { placeWord } from './kinds.ts';
import { fileWords } from './messages.ts';
import { pathInWords } from './places.ts';

/**
 * Returns a function that formats a path for the signed-in user. Places have names, and mount points are never shown
 * (finding 29).
 */
export const usePathInWords = (): ((path: string) => string) => {
  const w = useText(fileWords);
  const user = useService(UserToken);
  return useCallback((path) => shownName(pathInWords(path, user, (place) => placeWord(place, w))), [user, w]);
};

/** Returns a function that gives the name of a folder, or of the place when the path is its root. */
export const useFolderName = (): ((path: string) => string) => {
  const inWords = usePathInWords();
  return useCallback((path) => inWords(path).split(' › ').at(-1) ?? path, [inWords]);
};
