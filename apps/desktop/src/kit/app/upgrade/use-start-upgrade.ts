import { TIMERS } from '@boxwood/domain';
import { useState } from 'react';
import { NotificationsToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { type ActionState, useAction } from '../../../platform/react/use-action.ts';
import { useUpgrades } from './upgrade-service.ts';

/**
 * Starts an upgrade. After `TIMERS.upgradeRefresh`, `onStarted` is called and a notice tells the user to sign in again
 * when the box is back (SYSTEM-05, G-49). `isStarting` is true until then, so that a second press starts nothing.
 */
export const useStartUpgrade = (
  onStarted: () => void,
): {
  readonly state: ActionState;
  readonly isStarting: boolean;
  readonly startUpgrade: (version: string) => void;
} => {
  const upgrades = useUpgrades();
  const notifications = useService(NotificationsToken);
  const { state, run } = useAction();
  const [isAnnouncing, setIsAnnouncing] = useState(false);
  const startUpgrade = (version: string): void => {
    run(
      () => upgrades.start(version),
      () => {
        setIsAnnouncing(true);
        setTimeout(() => {
          setIsAnnouncing(false);
          notifications.notify({ level: 'info', messageKey: 'upgrade.begun' });
          onStarted();
        }, TIMERS.upgradeRefresh);
      },
    );
  };
  return { state, isStarting: state.at === 'running' || isAnnouncing, startUpgrade };
};
