import { TIMERS } from '@boxwood/domain';
import { NotificationsToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { type ActionState, useAction } from '../../../platform/react/use-action.ts';
import { useUpgrades } from './upgrade-service.ts';

/**
 * Starts an upgrade. After `TIMERS.upgradeRefresh`, `onStarted` is called and a notice tells the user to sign in again
 * when the box is back (SYSTEM-05, G-49).
 */
export const useStartUpgrade = (
  onStarted: () => void,
): { readonly state: ActionState; readonly startUpgrade: (version: string) => void } => {
  const upgrades = useUpgrades();
  const notifications = useService(NotificationsToken);
  const { state, run } = useAction();
  const startUpgrade = (version: string): void => {
    run(
      () => upgrades.start(version),
      () => {
        setTimeout(() => {
          notifications.notify({ level: 'info', messageKey: 'upgrade.begun' });
          onStarted();
        }, TIMERS.upgradeRefresh);
      },
    );
  };
  return { state, startUpgrade };
};
