import { LastActs } from '@boxwood/domain';
import { FilesToken, NotificationsToken } from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';

/** What was done to pictures, albums and people last, in this tab: one for all that do it. */
export const useLastActs = lateService(
  'LastActs',
  [NotificationsToken, FilesToken],
  (notifications, { begun$ }) => new LastActs(notifications, begun$),
);
