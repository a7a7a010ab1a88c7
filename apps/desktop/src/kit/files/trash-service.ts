import { BoxTrash, type Trash, trashPort } from '@boxwood/domain';
import { BoxClientToken, NotificationsToken, StoreToken } from '../../composition/service-tokens.ts';
import { lazyService } from '../../platform/react/lazy-service.ts';

/** Lazy service: recycle bins of the signed-in user. */
export const useTrash = lazyService(
  'Trash',
  [StoreToken, BoxClientToken, NotificationsToken],
  (store, box, notifications): Trash => new BoxTrash({ store, port: trashPort(box), notifications }),
);
