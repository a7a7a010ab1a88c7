import { boxSystem, type System } from '@boxwood/domain';
import { RecallToken, SettingsToken } from '../composition/tokens.ts';
import { lateService } from '../react/late-service.ts';

/** System information and power control of the box, loaded with the first page that needs it. */
export const useSystem = lateService('System', [RecallToken, SettingsToken], (box, settings): System =>
  boxSystem(box, settings),
);
