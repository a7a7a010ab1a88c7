import { boxSystem, type System } from '@boxwood/domain';
import { RecallToken, SettingsToken } from '../composition/tokens.ts';
import { lateService } from '../react/late-service.ts';

/** What the box tells about itself, beyond its disks: it comes with the first page that asks for it. */
export const useSystem = lateService('System', [RecallToken, SettingsToken], (box, settings): System =>
  boxSystem(box, settings),
);
