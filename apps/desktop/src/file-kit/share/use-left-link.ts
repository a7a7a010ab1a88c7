import type { Outcome, SharedLink } from '@boxwood/domain';
import { useMemo, useRef } from 'react';
import { dateTime } from '../../app-kit/format.ts';
import { NotificationsToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useShares } from './shares-service.ts';

/** What the dialog tells of its link. */
export interface LeftLink {
  /** A link is being made: the first comes by itself, every later one is asked for. */
  readonly making: (link: Outcome<SharedLink>) => void;
  /** The person took the link along, or goes to where it is listed. */
  readonly taken: () => void;
  /** The dialog closes. */
  readonly leave: () => void;
}

/**
 * A link is there as soon as its dialog is. Whoever closes that without having done anything with it is told that the link stays, and may end it;
 * it does not end without a word, as a camera may have read it.
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
