import { LastActs } from '@boxwood/domain';
import { FilesToken, NotificationsToken } from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';

/** Lazy service: undo stack for actions on pictures, albums and people, shared by all windows of this tab. */
export const useLastActs = lateService(
  'LastActs',
  [NotificationsToken, FilesToken],
  (notifications, { begun$ }) => new LastActs(notifications, begun$),
);
