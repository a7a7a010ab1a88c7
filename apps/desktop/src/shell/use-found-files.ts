import { isIn } from '@boxwood/box-sdk/rules';
import type { Found } from '@boxwood/domain';
import { useEffect, useState } from 'react';
import { FilesToken, SessionToken } from '../composition/tokens.ts';
import { searchedOn } from '../file-kit/places.ts';
import { useService } from '../react/scope.tsx';

/** Maximum number of files in the palette; the search of Files shows all. */
const MOST = 8;
/** Delay in ms after the last key press, so that a typed word causes one request. */
const TYPING_MS = 150;

const nothing: Found = { entries: [], total: 0 };

/** A single Latin letter is in nearly every name; a single Chinese character may be a word. */
export const isEnough = (text: string): boolean => text.length > 1 || /\P{ASCII}/u.test(text);

/**
 * Files of every location whose names match `query`, updated while typing. Until the result arrives, earlier results
 * that still match are returned. A failed search returns no files, so that apps and actions stay usable.
 */
export const useFoundFiles = (query: string): Found => {
  const files = useService(FilesToken);
  const stage = useService(SessionToken).stage$.value;
  const model = stage.at === 'in' ? stage.link.model : null;
  const [found, setFound] = useState({ text: '', ...nothing });
  const text = query.trim();
  useEffect(() => {
    if (model === null || !isEnough(text)) return undefined;
    let end = (): void => undefined;
    const timer = setTimeout(() => {
      const asked = files.find(text, searchedOn(model), MOST).subscribe((result) => {
        setFound({ text, ...(result._tag === 'Right' ? result.right : nothing) });
      });
      end = () => {
        asked.unsubscribe();
      };
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [files, model, text]);
  if (!isEnough(text)) return nothing;
  if (found.text === text) return found;
  const fitting = found.entries.filter(({ name }) => isIn(text, name));
  return { entries: fitting, total: fitting.length };
};
