import { BoxTrash, type Trash, trashPort } from '@boxwood/domain';
import { BoxClientToken, NotificationsToken, StoreToken } from '../composition/tokens.ts';
import { lateService } from '../react/late-service.ts';

/** Lazy service: recycle bins of the signed-in user. */
export const useTrash = lateService(
  'Trash',
  [StoreToken, BoxClientToken, NotificationsToken],
  (store, box, notifications): Trash => new BoxTrash({ store, port: trashPort(box), notifications }),
);
