import { session } from '../events/define.ts';
import type { SettingKey } from './settings.ts';

/** What a person or the product chose. */
export const settingEvents = {
  /** The value itself is left out because some are secret. */
  SettingChanged: session<{ readonly key: SettingKey }>(),
};
