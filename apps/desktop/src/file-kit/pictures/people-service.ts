import { BoxPeople, type People, peoplePort } from '@boxwood/domain';
import { BoxClientToken, NotificationsToken, UserToken } from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';
import { useLastActs } from './acts-service.ts';

/** Lazy service: people in the pictures of the signed-in user. Loaded only with the apps that show them. */
export const usePeople = lateService(
  'People',
  [BoxClientToken, NotificationsToken, UserToken, useLastActs.id],
  (box, notifications, user, acts): People => new BoxPeople(peoplePort(box, user), notifications, acts),
  [useLastActs],
);
