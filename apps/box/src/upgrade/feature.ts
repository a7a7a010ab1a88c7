import { createReleases } from '@boxwood/account';
import { fileURLToPath } from 'node:url';
import type { AccountLink } from '../account-link/account-link.ts';
import type { BoxConfig } from '../config.ts';
import type { Facts } from '../identity/facts.ts';
import type { Users } from '../identity/users.ts';
import type { Logger } from '../log.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Host } from '../runtime/host.ts';
import type { Jobs } from '../runtime/jobs.ts';
import { releasesDirOf } from '../state/places.ts';
import type { Holds } from '../system/holds.ts';
import { upgradeHandlers } from './handlers.ts';
import { launcherLine } from './launcher-line.ts';
import { fromFolder, fromService, type Source } from './source.ts';
import { Upgrades } from './upgrades.ts';

interface Needs {
  readonly config: BoxConfig;
  readonly log: Logger;
  readonly facts: Facts;
  readonly users: Users;
  readonly link: AccountLink;
  readonly jobs: Jobs;
  readonly host: Host;
  readonly holds: Holds;
}

/** Array actions that a restart must not interrupt. */
const REBUILDS: readonly string[] = ['recover', 'resync', 'reshape'];

const sourceOf = ({ accountUrl, packages }: BoxConfig, log: Logger): Source => {
  if (accountUrl !== null) return fromService(accountUrl);
  if (packages === undefined) return () => Promise.resolve(null);
  return fromFolder(createReleases(packages, (fault) => log.warn({ err: fault }, 'a release is not offered')));
};

/** Upgrades of the box. */
export const upgradeFeature = defineFeature({
  make: ({ config, log, facts, users, link, jobs, host, holds }: Needs) => {
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
      source: sourceOf(config, log),
      line: launcherLine(),
      isBusy: async () => {
        if (holds.any !== null) return true;
        const found = await host.disks();
        return found.answer === 'disks' && found.arrays.some(({ action }) => REBUILDS.includes(action));
      },
      tell: async (sentence) => {
        for (const { name, admin } of users.all()) if (admin) await link.leave(name, sentence);
      },
    });
    holds.add(() => (upgrades.isRunning() ? 'an upgrade' : null));
    link.onReached(() => upgrades.tellLeft());
    return { value: { upgrades }, handlers: { upgrade: upgradeHandlers({ upgrades }) }, jobs: [upgrades.job] };
  },
});
