import { parentOf } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { FilesToken, StoreToken } from '../../composition/tokens.ts';
import { nameAt } from '../../file-kit/places.ts';
import { useService } from '../../react/scope.tsx';

/** Pictures that were removed here, by path: true while they are deleted. */
export type Removed = ReadonlyMap<string, boolean>;

/**
 * Reports when a removed picture is restored or deleted again. Undo does not report which file it restored, so the box
 * is asked on each change of the folder. `restoredPath` is a picture that was just restored.
 */
export const useReturned = (removed: Removed, onTold: (told: Removed, back: string | undefined) => void): void => {
  const files = useService(FilesToken);
  const store = useService(StoreToken);
  const hear = useEffectEvent((told: Removed) => {
    const news = [...told].filter(([path, gone]) => removed.get(path) !== gone);
    if (news.length > 0) onTold(new Map([...removed, ...news]), news.find(([, gone]) => !gone)?.[0]);
  });
  const ask = useEffectEvent((folder: string) => {
    const paths = [...removed.keys()].filter((path) => parentOf(path) === folder);
    if (paths.length === 0) return;
    files
      .conflicts(
        paths.map((path) => ({ name: nameAt(path) })),
        folder,
      )
      .subscribe((there) => {
        if (there._tag === 'Right') hear(new Map(paths.map((path) => [path, !there.right.includes(nameAt(path))])));
      });
  });
  useEffect(() => {
    const hearing = store.batches$.subscribe((batch) => {
      const changed = batch.flatMap(({ event }) => (event.type === 'FolderChanged' ? event.data.folders : []));
      for (const folder of new Set(changed)) ask(folder);
    });
    return () => {
      hearing.unsubscribe();
    };
  }, [store]);
};
