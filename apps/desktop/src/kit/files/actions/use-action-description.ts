import type { UserAction } from '@boxwood/domain';
import { useCallback } from 'react';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { nameAt } from '../file-places.ts';
import { useFolderName } from '../use-display-path.ts';
import { actionMessages } from './messages.ts';

const nameOf = (path: string | undefined): string => safeDisplayName(nameAt(path ?? ''));

/** Returns a function that describes a user action in the current language. */
export const useActionDescription = (): ((action: UserAction) => string) => {
  const t = useText(actionMessages);
  const nameOfFolder = useFolderName();
  return useCallback(
    (action) => {
      switch (action.do) {
        case 'new-folder':
          return t('newFolder', { name: nameOf(action.path) });
        case 'rename':
          return t('rename', { name: nameOf(action.path), to: nameOf(action.to) });
        case 'move': {
          const [folder, count] = [nameOfFolder(action.into), action.paths.length];
          return count === 1 ? t('move', { name: nameOf(action.paths[0]), folder }) : t('moveMany', { count, folder });
        }
        case 'trash': {
          const count = action.paths.length;
          return count === 1 ? t('trash', { name: nameOf(action.paths[0]) }) : t('trashMany', { count });
        }
        case 'favour':
          return t(action.wanted ? 'favour' : 'unfavour', { name: nameOf(action.path) });
      }
    },
    [t, nameOfFolder],
  );
};

/** Returns a function that describes the pending change of one entry, shown small below its name. */
export const usePendingChangeText = (): ((action: UserAction) => string) => {
  const t = useText(actionMessages);
  const nameOfFolder = useFolderName();
  return useCallback(
    (action) => {
      switch (action.do) {
        case 'rename':
          return t('willBe', { name: nameOf(action.to) });
        case 'move':
          return t('willMove', { folder: nameOfFolder(action.into) });
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
