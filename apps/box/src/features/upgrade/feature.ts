import { createReleases } from '@boxwood/account';
import { fileURLToPath } from 'node:url';
import type { AccountLink } from '../account-link/account-link.ts';
import type { BoxConfig } from '../../config.ts';
import type { Facts } from '../../server/identity/facts.ts';
import type { Users } from '../../server/identity/users.ts';
import type { Logger } from '../../platform/log.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { HostClient } from '../../runtime/host-client.ts';
import type { Jobs } from '../../runtime/jobs.ts';
import { releasesDirOf } from '../../storage/state/state-paths.ts';
import type { RestartBlockers } from '../system/restart-blockers.ts';
import { upgradeHandlers } from './handlers.ts';
import { launcherConnection } from './launcher-connection.ts';
import { packagesInFolder, packagesOfService, type PackageSource } from './package-source.ts';
import { Upgrades } from './upgrades.ts';

interface UpgradeFeatureDeps {
  readonly config: BoxConfig;
  readonly log: Logger;
  readonly facts: Facts;
  readonly users: Users;
  readonly link: AccountLink;
  readonly jobs: Jobs;
  readonly host: HostClient;
  readonly restartBlockers: RestartBlockers;
}

/** Array actions that a restart must not interrupt. */
const BUSY_ARRAY_ACTIONS: readonly string[] = ['recover', 'resync', 'reshape'];

const packageSourceOf = ({ accountUrl, packages }: BoxConfig, log: Logger): PackageSource => {
  if (accountUrl !== null) return packagesOfService(accountUrl);
  if (packages === undefined) return () => Promise.resolve(null);
  return packagesInFolder(createReleases(packages, (fault) => log.warn({ err: fault }, 'a release is not offered')));
};

/** Upgrades of the box. */
export const upgradeFeature = defineFeature({
  make: ({ config, log, facts, users, link, jobs, host, restartBlockers }: UpgradeFeatureDeps) => {
    const { model, dataDir, stateDir } = config;
    const upgrades = new Upgrades({
      model,
      dataDir,
      stateDir,
      facts,
      jobs,
      log,
      releases: config.releases ?? releasesDirOf(stateDir),
      // A release contains the public key for the releases that follow it.
      keyFile: config.upgradeKey ?? fileURLToPath(new URL('release.pub', import.meta.url)),
      source: packageSourceOf(config, log),
      launcher: launcherConnection(),
      isBusy: async () => {
        if (restartBlockers.first !== null) return true;
        const found = await host.disks();
        return found.answer === 'disks' && found.arrays.some(({ action }) => BUSY_ARRAY_ACTIONS.includes(action));
      },
      notifyAdministrators: async (sentence) => {
        for (const { name, admin } of users.all()) if (admin) await link.postNotice(name, sentence);
      },
    });
    restartBlockers.add(() => (upgrades.isRunning() ? 'an upgrade' : null));
    link.onReached(() => upgrades.reportFailure());
    return { value: { upgrades }, handlers: { upgrade: upgradeHandlers({ upgrades }) }, jobs: [upgrades.job] };
  },
});
