/** Commands for the settings that a box stores as JSON. */
import { json, jsonText, positional, struct } from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define-commands.ts';
import { SettingName } from './system-settings-model.ts';

/**
 * Reads a setting that the box stores as JSON: fan_rule, reboot_plan, mirror or led_plan. Decode `object` with the
 * codec of the name in {@link ROOT_JSON}.
 *
 * `POST /eshell` `ROOTETCJSONGET [name]` (B32). Refusals: 11 unknown name, 15 never written.
 *
 * @example
 * ```ts
 * const { object } = await box.send(GetRootJson, { name: 'reboot_plan' });
 * const plan = RebootPlan.is(object) ? object : undefined;
 * ```
 */
export const GetRootJson = shellCommand({
  name: 'GetRootJson',
  cmd: 'ROOTETCJSONGET',
  params: positional({ name: SettingName }),
  result: struct({
    /** The stored value; decode it with the codec of its name in `ROOT_JSON`. */
    object: json,
  }),
  refusals: [11, 15],
  access: 'user',
  idempotent: true,
});

/**
 * Writes a setting that the box stores as JSON. Administrator only. The preset that switches the fan off is `fanOff`.
 *
 * `POST /eshell` `ROOTETCJSONSET [name, JSON text]` (B33). Refusals: 3 this box does not support the setting
 * (`notOffered`), 11 unknown name or a value against its rule, 20 not JSON.
 *
 * @example
 * ```ts
 * await box.send(SetRootJson, { name: 'reboot_plan', object: { enable: 1, frequency: 'day', time: '04:30' } });
 * ```
 */
export const SetRootJson = shellCommand({
  name: 'SetRootJson',
  cmd: 'ROOTETCJSONSET',
  params: positional({
    name: SettingName,
    /** Value for the codec of its name in `ROOT_JSON`. */
    object: jsonText(json),
  }),
  result: struct({}),
  refusals: [3, 11, 13, 20],
  access: 'admin',
  idempotent: false,
});
