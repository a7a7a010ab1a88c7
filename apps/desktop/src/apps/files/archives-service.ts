import { type Archives, BoxArchives, filesPort } from '@boxwood/domain';
import {
  BoxClientToken,
  LinkToken,
  NotificationsToken,
  SettingsToken,
  StoreToken,
  UserToken,
} from '../../composition/service-tokens.ts';
import { lazyService } from '../../platform/react/lazy-service.ts';

/** Lazy service: compresses and extracts archives for the signed-in user. */
export const useArchives = lazyService(
  'Archives',
  [StoreToken, BoxClientToken, SettingsToken, NotificationsToken, LinkToken, UserToken],
  (store, box, settings, notifications, { model }, username): Archives =>
    new BoxArchives({
      store,
      addTask: (task) => filesPort(box, username).addTask(task),
      settings,
      notifications,
      username,
      model,
    }),
);
