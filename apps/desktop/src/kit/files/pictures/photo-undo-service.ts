import { PhotoUndoStack } from '@boxwood/domain';
import { FilesToken, NotificationsToken } from '../../../composition/service-tokens.ts';
import { lazyService } from '../../../platform/react/lazy-service.ts';

/** Lazy service: undo stack for actions on pictures, albums and people, shared by all windows of this tab. */
export const usePhotoUndo = lazyService(
  'LastActs',
  [NotificationsToken, FilesToken],
  (notifications, { actionStarted$ }) => new PhotoUndoStack(notifications, actionStarted$),
);
