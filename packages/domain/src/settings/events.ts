import { session } from '../events/event-kinds.ts';
import type { SettingKey } from './settings.ts';

/** Choices of the user or the product. */
export const settingEvents = {
  /** The value is left out because some values are secret. */
  SettingChanged: session<{ readonly key: SettingKey }>(),
};
