import { str, struct, text } from '@boxwood/command-bus/codecs';
import { upgradeCommand } from '../define-commands.ts';
import { UserId } from '../request-limits.ts';
import { UpgradeStatus } from './upgrade-model.ts';

/**
 * Starts to download, check and install a version; the box restarts at the end. Administrator only.
 *
 * `POST /asynctaskmanager` `UPGRADE` (B101). Refusals: 2 an upgrade is running, an array is being rebuilt or a disk
 * formatted, 3 `notOffered` without a launcher, or without the key that releases are signed with (LISTOFFERS lists what
 * is missing), 11 not a newer version.
 *
 * @example
 * ```ts
 * await box.upgrade.start({ user: 'ann', value: '1.0.1018' });
 * ```
 */
export const StartUpgrade = upgradeCommand({
  name: 'StartUpgrade',
  cmd: 'UPGRADE',
  params: struct({
    user: UserId,
    /** The version to install, as `1.0.1018`. */
    value: text(1, 64),
  }),
  result: struct({
    /** The task that installs it. */
    id: str,
  }),
  refusals: [2, 11],
  access: 'admin',
  idempotent: false,
});

/**
 * Reads the progress of the upgrade.
 *
 * `POST /asynctaskmanager` `UPGRADESTATUS` (X17). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { running, progress } = await box.upgrade.status({ user: 'ann' });
 * ```
 */
export const GetUpgrade = upgradeCommand({
  name: 'GetUpgrade',
  cmd: 'UPGRADESTATUS',
  params: struct({ user: UserId }),
  result: UpgradeStatus,
  refusals: [3],
  access: 'user',
  idempotent: true,
});
