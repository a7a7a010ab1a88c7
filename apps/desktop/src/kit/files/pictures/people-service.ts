import { BoxPeople, type People, peoplePort } from '@boxwood/domain';
import { BoxClientToken, NotificationsToken, UserToken } from '../../../composition/service-tokens.ts';
import { lazyService } from '../../../platform/react/lazy-service.ts';
import { usePhotoUndo } from './photo-undo-service.ts';

/** Lazy service: people in the pictures of the signed-in user. Loaded only with the apps that show them. */
export const usePeople = lazyService(
  'People',
  [BoxClientToken, NotificationsToken, UserToken, usePhotoUndo.id],
  (box, notifications, user, undoStack): People => new BoxPeople(peoplePort(box, user), notifications, undoStack),
  [usePhotoUndo],
);
