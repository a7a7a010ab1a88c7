import { useCallback } from 'react';
import { UserToken } from '../composition/tokens.ts';
import { shownName } from '../i18n/shown-name.ts';
import { useService } from '../react/scope.tsx';
import { useText } from '../react/use-text.ts';
import { placeWord } from './kinds.ts';
import { fileWords } from './messages.ts';
import { pathInWords } from './places.ts';

/** How a path is said to the person who is signed in: places have names, and mount points are nobody's business (finding 29). */
export const usePathInWords = (): ((path: string) => string) => {
  const w = useText(fileWords);
  const user = useService(UserToken);
  return useCallback((path) => shownName(pathInWords(path, user, (place) => placeWord(place, w))), [user, w]);
};

/** The name of a folder, or of the place that it is. */
export const useFolderName = (): ((path: string) => string) => {
  const inWords = usePathInWords();
  return useCallback((path) => inWords(path).split(' › ').at(-1) ?? path, [inWords]);
};
