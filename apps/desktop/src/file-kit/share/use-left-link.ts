import type { Outcome, SharedLink } from '@boxwood/domain';
import { useMemo, useRef } from 'react';
import { dateTime } from '../../app-kit/format.ts';
import { NotificationsToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useShares } from './shares-service.ts';

/** Callbacks of the share dialog about its link. */
export interface LeftLink {
  /** A link is being created. The first is automatic; every later one is requested by the user. */
  readonly making: (link: Outcome<SharedLink>) => void;
  /** The user copied or sent the link, or opened the list of links. */
  readonly taken: () => void;
  /** The dialog closes. */
  readonly leave: () => void;
}

/**
 * The dialog creates a link as soon as it opens. If the user closes it without using the link, a notification says that
 * the link stays active and offers to end it. It does not end by itself, because a camera may have scanned it.
 */
export const useLeftLink = (names: readonly string[]): LeftLink => {
  const shares = useShares();
  const notifications = useService(NotificationsToken);
  const untouched = useRef<Outcome<SharedLink> | 'none yet' | null>('none yet');
  return useMemo(() => {
    const end = (id: string) => () => {
      const ended = shares.end([id]);
      ended.subscribe((result) => {
        if (result._tag === 'Left') notifications.fail(result.left);
        else notifications.notify({ level: 'success', word: 'share.ended' });
      });
      return ended;
    };
    return {
      making: (link) => {
        untouched.current = untouched.current === 'none yet' ? link : null;
      },
      taken: () => {
        untouched.current = null;
      },
      leave: () => {
        if (untouched.current === 'none yet') return;
        untouched.current?.subscribe((result) => {
          if (result._tag === 'Left' || !result.right.fresh) return;
          const { id, ends } = result.right;
          notifications.notify({
            level: 'info',
            word: 'share.left',
            values: { name: names[0] ?? '', count: names.length, until: dateTime(ends) },
            action: { word: 'share.end', run: end(id) },
          });
        });
      },
    };
  }, [names, shares, notifications]);
};
