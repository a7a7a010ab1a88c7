import { parentOf } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { FilesToken, StoreToken } from '../../composition/tokens.ts';
import { nameAt } from '../../file-kit/places.ts';
import { useService } from '../../react/scope.tsx';

/** What became of pictures that were removed here, by their paths: true while they are gone. */
export type Removed = ReadonlyMap<string, boolean>;

/**
 * Hears when what was removed here is back, or is gone again: a notice, a key or the bin takes a removal back, and none of them says of
 * what. Whenever its folder is different, the box is asked. `back` is a picture that has just come back.
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
