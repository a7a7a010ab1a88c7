import type { Act } from '@boxwood/domain';
import { useCallback } from 'react';
import { shownName } from '../../i18n/shown-name.ts';
import { useText } from '../../react/use-text.ts';
import { nameAt } from '../places.ts';
import { useFolderName } from '../use-path-in-words.ts';
import { actWords } from './messages.ts';

const nameOf = (path: string | undefined): string => shownName(nameAt(path ?? ''));

/** Returns a function that describes a user action in the current language. */
export const useActWords = (): ((act: Act) => string) => {
  const t = useText(actWords);
  const nameOfFolder = useFolderName();
  return useCallback(
    (act) => {
      switch (act.do) {
        case 'new-folder':
          return t('newFolder', { name: nameOf(act.path) });
        case 'rename':
          return t('rename', { name: nameOf(act.path), to: nameOf(act.to) });
        case 'move': {
          const [folder, count] = [nameOfFolder(act.into), act.paths.length];
          return count === 1 ? t('move', { name: nameOf(act.paths[0]), folder }) : t('moveMany', { count, folder });
        }
        case 'trash': {
          const count = act.paths.length;
          return count === 1 ? t('trash', { name: nameOf(act.paths[0]) }) : t('trashMany', { count });
        }
        case 'favour':
          return t(act.wanted ? 'favour' : 'unfavour', { name: nameOf(act.path) });
      }
    },
    [t, nameOfFolder],
  );
};

/** Returns a function that describes the pending change of one entry, shown small below its name. */
export const useFutureWords = (): ((act: Act) => string) => {
  const t = useText(actWords);
  const nameOfFolder = useFolderName();
  return useCallback(
    (act) => {
      switch (act.do) {
        case 'rename':
          return t('willBe', { name: nameOf(act.to) });
        case 'move':
          return t('willMove', { folder: nameOfFolder(act.into) });
        case 'trash':
          return t('willGo');
        case 'new-folder':
          return t('willBeMade');
        case 'favour':
          return '';
      }
    },
    [t, nameOfFolder],
  );
};
