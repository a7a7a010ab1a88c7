import { TIMERS } from '@boxwood/domain';
import { NotificationsToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { type ActionState, useAction } from '../../react/use-outcome.ts';
import { useUpgrades } from './upgrade-service.ts';

/**
 * Starts an upgrade. After `TIMERS.upgradeRefresh`, `onStarted` is called and a notice tells the user to sign in again
 * when the box is back (SYSTEM-05, G-49).
 */
export const useBegin = (
  begun: () => void,
): { readonly state: ActionState; readonly begin: (version: string) => void } => {
  const upgrades = useUpgrades();
  const notifications = useService(NotificationsToken);
  const { state, run } = useAction();
  const begin = (version: string): void => {
    run(
      () => upgrades.start(version),
      () => {
        setTimeout(() => {
          notifications.notify({ level: 'info', word: 'upgrade.begun' });
          begun();
        }, TIMERS.upgradeRefresh);
      },
    );
  };
  return { state, begin };
};
