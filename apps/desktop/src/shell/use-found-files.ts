import { isIn } from '@boxwood/box-sdk/rules';
import type { Found } from '@boxwood/domain';
import { useEffect, useState } from 'react';
import { FilesToken, SessionToken } from '../composition/tokens.ts';
import { searchedOn } from '../file-kit/places.ts';
import { useService } from '../react/scope.tsx';

/** Files that the palette shows; all of them are in the search of Files. */
const MOST = 8;
/** Milliseconds after the last key: who types a word asks once. */
const TYPING_MS = 150;

const nothing: Found = { entries: [], total: 0 };

/** A single Latin letter is in nearly every name; a Chinese word may be one sign. */
export const isEnough = (text: string): boolean => text.length > 1 || /\P{ASCII}/u.test(text);

/**
 * Files of every place that are called like `query`, while it is typed. Until the answer is there, what was found before and still fits. A
 * search that fails finds nothing: the apps and actions are there all the same.
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
