import { boxSystem, type System } from '@boxwood/domain';
import { FolderCacheToken, SettingsToken } from '../../composition/service-tokens.ts';
import { lazyService } from '../../platform/react/lazy-service.ts';

/** System information and power control of the box, loaded with the first page that needs it. */
export const useSystem = lazyService('System', [FolderCacheToken, SettingsToken], (box, settings): System =>
  boxSystem(box, settings),
);
