import type { QueryState, FileEntry, Files, LazyResult } from '@boxwood/domain';
import { parentOf, PLACES } from '@boxwood/domain';
import { defer, finalize } from 'rxjs';
import { useCallback } from 'react';
import { FilesToken, UserToken } from '../../composition/service-tokens.ts';
import { useQuery } from '../../platform/react/use-query.ts';
import { useService } from '../../platform/react/scope.tsx';
import { placeOf } from './file-places.ts';

const listFolder = (files: Files, folder: string, user: string): LazyResult<readonly FileEntry[]> =>
  defer(() => {
    const view = files.view({ place: placeOf(folder, user) ?? PLACES.personal, path: folder });
    return view.loadAll().pipe(
      finalize(() => {
        view.close();
      }),
    );
  });

/** All entries in the folder of a file, in browser order, for the previous and next buttons of a viewer or player. */
export const useSiblings = (path: string): QueryState<readonly FileEntry[]> => {
  const files = useService(FilesToken);
  const user = useService(UserToken);
  const folder = parentOf(path);
  const [state] = useQuery(useCallback(() => listFolder(files, folder, user), [files, user, folder]));
  return state;
};
