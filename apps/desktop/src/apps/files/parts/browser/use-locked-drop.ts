import { checkDrop } from '@boxwood/box-sdk/rules';
import { type ProtectedArea, PLACES, rejectionOf } from '@boxwood/domain';
import { type DragEvent, useMemo } from 'react';
import { NotificationsToken, SafeGatesToken } from '../../../../composition/service-tokens.ts';
import { hasDraggedFiles } from '../../../../platform/prevent-drop-navigation.ts';
import { useService } from '../../../../platform/react/scope.tsx';

/**
 * Catches files dropped on the locked safe or private files, which the browser would otherwise open in place of
 * Boxwood. A notification says that the safe accepts no drops (FILES-26), or that the private files must be unlocked
 * first.
 */
export const useLockedDrop = (area: ProtectedArea | null) => {
  const notifications = useService(NotificationsToken);
  const gates = useService(SafeGatesToken);
  return useMemo(() => {
    if (area === null) return {};
    const refused = rejectionOf(checkDrop(PLACES[area]));
    return {
      onDragOver: (event: DragEvent) => {
        if (hasDraggedFiles(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!hasDraggedFiles(event)) return;
        event.preventDefault();
        if (gates[area].open$.value) return;
        if (refused === null)
          notifications.notify({ level: 'warning', messageKey: 'picker.verifyPrivate', key: 'drop' });
        else notifications.notify({ level: 'warning', failure: refused, key: 'drop' });
      },
    };
  }, [area, notifications, gates]);
};
