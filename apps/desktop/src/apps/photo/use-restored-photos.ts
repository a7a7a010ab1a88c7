import { parentOf } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { FilesToken, StoreToken } from '../../composition/service-tokens.ts';
import { nameAt } from '../../kit/files/file-places.ts';
import { useService } from '../../platform/react/scope.tsx';

/** Pictures that were removed here, by path: true while they are deleted. */
export type RemovedPhotos = ReadonlyMap<string, boolean>;

/**
 * Reports when a removed picture is restored or deleted again. Undo does not report which file it restored, so the box
 * is asked on each change of the folder. `restoredPath` is a picture that was just restored.
 */
export const useRestoredPhotos = (
  removed: RemovedPhotos,
  onChange: (reported: RemovedPhotos, restoredPath: string | undefined) => void,
): void => {
  const files = useService(FilesToken);
  const store = useService(StoreToken);
  const applyReport = useEffectEvent((reported: RemovedPhotos) => {
    const changes = [...reported].filter(([path, isDeleted]) => removed.get(path) !== isDeleted);
    if (changes.length > 0)
      onChange(new Map([...removed, ...changes]), changes.find(([, isDeleted]) => !isDeleted)?.[0]);
  });
  const checkFolder = useEffectEvent((folder: string) => {
    const paths = [...removed.keys()].filter((path) => parentOf(path) === folder);
    if (paths.length === 0) return;
    files
      .findConflicts(
        paths.map((path) => ({ name: nameAt(path) })),
        folder,
      )
      .subscribe((conflicts) => {
        if (conflicts._tag === 'Right')
          applyReport(new Map(paths.map((path) => [path, !conflicts.right.includes(nameAt(path))])));
      });
  });
  useEffect(() => {
    const subscription = store.batches$.subscribe((batch) => {
      const changed = batch.flatMap(({ event }) => (event.type === 'FolderChanged' ? event.data.folders : []));
      for (const folder of new Set(changed)) checkFolder(folder);
    });
    return () => {
      subscription.unsubscribe();
    };
  }, [store]);
};
