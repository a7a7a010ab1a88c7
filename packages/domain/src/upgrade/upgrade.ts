import { GetProductInfo, GetUpgrade, StartUpgrade } from '@boxwood/box-sdk';
import { compareVersions } from '@boxwood/box-sdk/rules';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { OPS, right } from '@boxwood/command-bus';
import { forkJoin, map } from 'rxjs';
import type { Profile, VersionInfo } from '../profile/profile.ts';
import { offered } from '../offered.ts';
import { andThen, answer, begin, type Failure, mapRight, type Outcome, type Question, TASK_ENDED } from '../outcome.ts';

/** How an upgrade goes, or how the last one went. */
export type UpgradeStatus = ResultOf<typeof GetUpgrade>;

/** Why the last upgrade was not installed, where it was not (SYSTEM-07). */
export const upgradeFailure = ({ running, code }: UpgradeStatus): Failure | null =>
  running === 0 && code > OPS.done
    ? { _tag: 'Rejected', word: TASK_ENDED, values: { operation: 'UPGRADE', code } }
    : null;

/** What runs, and what could. */
export interface Versions {
  /** Of a version that the account service does not know, the number alone. */
  readonly running: VersionInfo;
  readonly newest: VersionInfo;
  /** Whether the newest is above the one that runs, number by number (G-36). */
  readonly isNewer: boolean;
}

/** The firmware of the box, and how it is brought up to date (P-25, G-49). */
export interface Upgrades {
  versions(): Question<Versions>;
  status(): Question<UpgradeStatus>;
  /** Begins; administrators only. The box downloads, checks and installs by itself, and restarts at the end. */
  start(version: string): Outcome<null>;
}

/** {@link Upgrades} over a client of the box and what the account service knows of versions, for one who is signed in. */
export const boxUpgrades = (
  box: Pick<Client, 'exec'>,
  versions: Pick<Profile, 'version' | 'newestVersion'>,
  user: string,
): Upgrades => ({
  versions: () =>
    answer(box, GetProductInfo, {}).pipe(
      andThen(({ product, version, versionname }) =>
        forkJoin([versions.newestVersion(product), versions.version(product, version)]).pipe(
          map(([newest, known]) => {
            if (newest._tag === 'Left') return newest;
            const running =
              known._tag === 'Right' ? known.right : { Version: version, VersionName: versionname, Description: [] };
            return right({
              ...{ running, newest: newest.right },
              isNewer: compareVersions(newest.right.Version, version) > 0,
            });
          }),
        ),
      ),
    ),
  status: () => answer(box, GetUpgrade, { user }),
  start: (value) =>
    begin(
      answer(box, StartUpgrade, { user, value }).pipe(
        map((result) => offered(result)),
        mapRight(() => null),
      ),
    ),
});
