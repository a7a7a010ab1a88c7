import { mapRight, trashPort } from '@boxwood/domain';
import { Button } from '@boxwood/ui';
import { useCallback } from 'react';
import { BoxClientToken } from '../../../composition/tokens.ts';
import { within } from '../../../file-kit/places.ts';
import { useTrash } from '../../../file-kit/trash-service.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../all-messages.ts';
import type { Browser } from './use-browser.ts';

/** Number of latest deletions that are searched. */
const LATEST = 200;

/** Restores the missing folder, or the deleted folder that contained it, from the user's recycle bin. */
export const Restore = ({ browser: { state, view } }: { readonly browser: Browser }) => {
  const t = useText(messages);
  const box = useService(BoxClientToken);
  const trash = useTrash();
  const { path } = state.location;
  const [trashed] = useQuery(
    useCallback(
      () =>
        trashPort(box)
          .list(0, LATEST)
          .pipe(mapRight(({ items }) => items.find(({ from, name }) => within(path, `${from}/${name}`)))),
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
      {t('restoreFolder', { name: shownName(item.name) })}
    </Button>
  );
};
