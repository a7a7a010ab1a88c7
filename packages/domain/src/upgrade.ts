import { GetProductInfo, GetUpgrade, StartUpgrade } from '@boxwood/box-sdk';
import { compareVersions } from '@boxwood/box-sdk/rules';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { OPS, right } from '@boxwood/command-bus';
import { forkJoin, map } from 'rxjs';
import type { Profile, VersionInfo } from './profile/profile.ts';
import { explainNotOffered } from './not-offered.ts';
import {
  andThen,
  execute,
  startNow,
  type Failure,
  mapRight,
  type Outcome,
  type LazyResult,
  TASK_ENDED,
} from './outcome.ts';

/** Progress of an upgrade, or the result of the last one. */
export type UpgradeStatus = ResultOf<typeof GetUpgrade>;

/** Why the last upgrade was not installed; null when it was (SYSTEM-07). */
export const upgradeFailure = ({ running, code }: UpgradeStatus): Failure | null =>
  running === 0 && code > OPS.done
    ? { _tag: 'Rejected', messageKey: TASK_ENDED, values: { operation: 'UPGRADE', code } }
    : null;

/** The installed and the newest version. */
export interface Versions {
  /** Only the number, for a version that the account service does not know. */
  readonly running: VersionInfo;
  readonly newest: VersionInfo;
  /** Whether the newest version is higher than the installed one, compared number by number (G-36). */
  readonly isNewer: boolean;
}

/** Firmware upgrades of the box (P-25, G-49). */
export interface Upgrades {
  versions(): LazyResult<Versions>;
  status(): LazyResult<UpgradeStatus>;
  /** Starts an upgrade; administrators only. The box downloads, verifies, installs and restarts on its own. */
  start(version: string): Outcome<null>;
}

/**
 * {@link Upgrades} implemented by a box client and the version calls of the account service, for the signed-in user.
 */
export const boxUpgrades = (
  box: Pick<Client, 'exec'>,
  versions: Pick<Profile, 'version' | 'newestVersion'>,
  user: string,
): Upgrades => ({
  versions: () =>
    execute(box, GetProductInfo, {}).pipe(
      andThen(({ product, version, versionname }) =>
        forkJoin([versions.newestVersion(product), versions.version(product, version)]).pipe(
          map(([newest, known]) => {
            if (newest._tag === 'Left') return newest;
            const running =
              known._tag === 'Right' ? known.right : { Version: version, VersionName: versionname, Description: [] };
            return right({
              running,
              newest: newest.right,
              isNewer: compareVersions(newest.right.Version, version) > 0,
            });
          }),
        ),
      ),
    ),
  status: () => execute(box, GetUpgrade, { user }),
  start: (value) =>
    startNow(
      execute(box, StartUpgrade, { user, value }).pipe(
        map((result) => explainNotOffered(result)),
        mapRight(() => null),
      ),
    ),
});
