import { mapRight, trashPort } from '@boxwood/domain';
import { Button } from '@boxwood/ui';
import { useCallback } from 'react';
import { BoxClientToken } from '../../../composition/service-tokens.ts';
import { isWithin } from '../../../kit/files/file-places.ts';
import { useTrash } from '../../../kit/files/trash-service.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../all-messages.ts';
import type { FileBrowser } from './browser/use-browser.ts';

/** Number of latest deletions that are searched. */
const MAX_DELETIONS = 200;

/** Restores the missing folder, or the deleted folder that contained it, from the user's recycle bin. */
export const RestoreFolderButton = ({ browser: { state, view } }: { readonly browser: FileBrowser }) => {
  const t = useText(messages);
  const box = useService(BoxClientToken);
  const trash = useTrash();
  const { path } = state.location;
  const [trashed] = useQuery(
    useCallback(
      () =>
        trashPort(box)
          .list(0, MAX_DELETIONS)
          .pipe(mapRight(({ items }) => items.find(({ from, name }) => isWithin(path, `${from}/${name}`)))),
      [box, path],
    ),
    { about: 'trash' },
  );
  const item = trashed.at === 'ready' ? trashed.value : undefined;
  if (item === undefined) return null;
  return (
    <Button
      onClick={() => {
        trash.restore([item.id]).subscribe(() => view.refresh());
      }}
    >
      {t('restoreFolder', { name: safeDisplayName(item.name) })}
    </Button>
  );
};
