import { BoxPeople, type People, peoplePort } from '@boxwood/domain';
import { BoxClientToken, NotificationsToken, UserToken } from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';
import { useLastActs } from './acts-service.ts';

/** Who is in the pictures of this sign-in; fetched with the apps that show it alone. */
export const usePeople = lateService(
  'People',
  [BoxClientToken, NotificationsToken, UserToken, useLastActs.id],
  (box, notifications, user, acts): People => new BoxPeople(peoplePort(box, user), notifications, acts),
  [useLastActs],
);
