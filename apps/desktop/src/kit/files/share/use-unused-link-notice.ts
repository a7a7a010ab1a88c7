import type { Outcome, SharedLink } from '@boxwood/domain';
import { useMemo, useRef } from 'react';
import { dateTime } from '../../app/format-units.ts';
import { NotificationsToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useShares } from './shares-service.ts';

/** Callbacks of the share dialog about its link. */
export interface UnusedLinkNotice {
  /** A link is being created. The first is automatic; every later one is requested by the user. */
  readonly onLinkRequested: (link: Outcome<SharedLink>) => void;
  /** The user copied or sent the link, or opened the list of links. */
  readonly onLinkUsed: () => void;
  /** The dialog closes. */
  readonly onDialogClose: () => void;
}

/**
 * The dialog creates a link as soon as it opens. If the user closes it without using the link, a notification says that
 * the link stays active and offers to end it. It does not end by itself, because a camera may have scanned it.
 */
export const useUnusedLinkNotice = (names: readonly string[]): UnusedLinkNotice => {
  const shares = useShares();
  const notifications = useService(NotificationsToken);
  const unusedLink = useRef<Outcome<SharedLink> | 'none yet' | null>('none yet');
  return useMemo(() => {
    const end = (id: string) => () => {
      const ended = shares.end([id]);
      ended.subscribe((result) => {
        if (result._tag === 'Left') notifications.fail(result.left);
        else notifications.notify({ level: 'success', messageKey: 'share.ended' });
      });
      return ended;
    };
    return {
      onLinkRequested: (link) => {
        unusedLink.current = unusedLink.current === 'none yet' ? link : null;
      },
      onLinkUsed: () => {
        unusedLink.current = null;
      },
      onDialogClose: () => {
        if (unusedLink.current === 'none yet') return;
        unusedLink.current?.subscribe((result) => {
          if (result._tag === 'Left' || !result.right.isNew) return;
          const { id, ends } = result.right;
          notifications.notify({
            level: 'info',
            messageKey: 'share.left',
            values: { name: names[0] ?? '', count: names.length, until: dateTime(ends) },
            action: { messageKey: 'share.end', run: end(id) },
          });
        });
      },
    };
  }, [names, shares, notifications]);
};
