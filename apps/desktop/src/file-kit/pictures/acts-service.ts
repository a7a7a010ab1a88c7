import { LastActs } from '@boxwood/domain';
import { NotificationsToken, StoreToken } from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';

/** What was done to pictures, albums and people last, in this tab: one for all that do it. */
export const useLastActs = lateService(
  'LastActs',
  [NotificationsToken, StoreToken],
  (notifications, store) => new LastActs(notifications, store.batches$),
);
