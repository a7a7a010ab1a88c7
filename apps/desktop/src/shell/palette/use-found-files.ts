import { matchesTyped } from '@boxwood/box-sdk/rules';
import type { FileSearchResult } from '@boxwood/domain';
import { useEffect, useState } from 'react';
import { FilesToken, SessionToken } from '../../composition/service-tokens.ts';
import { searchablePlacesOn } from '../../kit/files/file-places.ts';
import { useService } from '../../platform/react/scope.tsx';

/** Maximum number of files in the palette; the search of Files shows all. */
const MAX_FOUND_FILES = 8;
/** Delay in ms after the last key press, so that a typed word causes one request. */
const TYPING_DELAY_MS = 150;

const noFiles: FileSearchResult = { entries: [], total: 0 };

/** A single Latin letter is in nearly every name; a single Chinese character may be a word. */
export const isSearchable = (text: string): boolean => text.length > 1 || /\P{ASCII}/u.test(text);

/**
 * Files of every location whose names match `query`, updated while typing. Until the result arrives, earlier results
 * that still match are returned. A failed search returns no files, so that apps and actions stay usable.
 */
export const useFoundFiles = (query: string): FileSearchResult => {
  const files = useService(FilesToken);
  const stage = useService(SessionToken).stage$.value;
  const model = stage.at === 'in' ? stage.link.model : null;
  const [found, setFound] = useState({ text: '', ...noFiles });
  const text = query.trim();
  useEffect(() => {
    if (model === null || !isSearchable(text)) return undefined;
    let cancelRequest = (): void => undefined;
    const timer = setTimeout(() => {
      const subscription = files.find(text, searchablePlacesOn(model), MAX_FOUND_FILES).subscribe((result) => {
        setFound({ text, ...(result._tag === 'Right' ? result.right : noFiles) });
      });
      cancelRequest = () => {
        subscription.unsubscribe();
      };
    }, TYPING_DELAY_MS);
    return () => {
      clearTimeout(timer);
      cancelRequest();
    };
  }, [files, model, text]);
  if (!isSearchable(text)) return noFiles;
  if (found.text === text) return found;
  const stillMatching = found.entries.filter(({ name }) => matchesTyped(text, name));
  return { entries: stillMatching, total: stillMatching.length };
};
