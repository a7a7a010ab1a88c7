import type { FileEntry, Files, Outcome } from '@boxwood/domain';
import { begin, parentOf, PLACES } from '@boxwood/domain';
import { finalize } from 'rxjs';
import { useCallback } from 'react';
import { FilesToken, SessionToken } from '../composition/tokens.ts';
import { type Loaded, useLoad } from '../react/use-load.ts';
import { useService } from '../react/scope.tsx';
import { placeOf } from './places.ts';

const listed = (files: Files, folder: string, user: string): Outcome<readonly FileEntry[]> => {
  const view = files.view({ place: placeOf(folder, user) ?? PLACES.personal, path: folder });
  return begin(
    view.loadAll().pipe(
      finalize(() => {
        view.close();
      }),
    ),
  );
};

/** Everything in the folder of a file, in the order of the browser: what a viewer or player goes through. */
export const useSiblings = (path: string): Loaded<readonly FileEntry[]> => {
  const files = useService(FilesToken);
  const session = useService(SessionToken);
  const folder = parentOf(path);
  const [state] = useLoad(
    useCallback(() => {
      const stage = session.stage$.value;
      return listed(files, folder, stage.at === 'in' ? stage.username : '');
    }, [files, session, folder]),
  );
  return state;
};
