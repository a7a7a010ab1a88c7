import { StartFailure } from '../../config.ts';
import { makePublicFolder } from '../../user-folders.ts';
import type { LoginRateLimiter } from '../../server/identity/login-rate-limiter.ts';
import type { Users } from '../../server/identity/users.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import type { Logger } from '../../platform/log.ts';
import type { HostClient } from '../../runtime/host-client.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { MovedFolderSearch } from '../shares/index.ts';
import type { RestartBlockers } from '../system/restart-blockers.ts';
import { usageHandlers } from '../tasks/handlers.ts';
import type { UsageScans } from '../tasks/usage-scans.ts';
import type { Albums } from '../photos/albums.ts';
import type { ScriptTokens } from '../../server/identity/script-tokens.ts';
import { bindOlderTokens } from '../../server/identity/token-folders.ts';
import type { Vault } from '../../storage/vault/index.ts';
import type { Database } from '../../store/database.ts';
import { ArrayChecks, CHECK_SCHEDULE, checkMigrations } from './array-checks.ts';
import { ArrayWatcher } from './array-watcher.ts';
import { RaidArrays } from './raid-arrays.ts';
import { MountedDisks } from './mounted-disks.ts';
import { diskHandlers } from './handlers.ts';
import { DiskHealth } from './disk-health.ts';
import { watchDisks, watchMounts, canWatchMounts } from './watch-devices.ts';
import { DiskInit } from './disk-init.ts';
import { DataLossEstimator } from './data-loss-estimator.ts';
import type { MountWatcher } from './mount-watcher.ts';
import { PrimaryDisk } from './primary-disk.ts';
import { RemovableDisks } from './removable-disks.ts';
import { DiskTrends, trendMigrations } from './disk-trends.ts';
import { ExtraVolumes, volumeMigrations } from './extra-volumes.ts';

/**
 * Interval of the mount and disk poll in ms, in addition to change events. It reads kernel state and does not access a
 * disk.
 */
const POLL_INTERVAL_MS = 2000;
/** Interval in ms at which the box checks whether today's disk health was recorded. */
const HEALTH_CHECK_INTERVAL_MS = 10 * 60_000;
/** Poll interval in ms on machines without mount events. */
const POLL_ONLY_INTERVAL_MS = 700;

interface VolumeFeatureDeps {
  readonly log: Logger;
  readonly vault: Vault;
  readonly movedFolders: MovedFolderSearch;
  readonly mounts: MountWatcher;
  readonly scriptTokens: ScriptTokens;
}

/** Verifies that the main disk of the box is mounted, finishes interrupted moves, and then follows mounts. */
export const volumeFeature = defineFeature({
  make: async ({ log, vault, movedFolders, mounts, scriptTokens }: VolumeFeatureDeps) => {
    // Runs before anything is written, because the disk of a volume may be missing.
    await mounts.refresh();
    if (!vault.main.isAvailable)
      throw new StartFailure(
        `The disk of this box is not mounted at ${vault.main.root}. Mount it and start the box again. The box does not store files in the empty folder.`,
      );
    const finished = await vault.recover();
    if (finished > 0) log.info({ finished }, 'finished moves of the last run');
    await movedFolders.backfillFolderStamps();
    await bindOlderTokens(vault, scriptTokens);
    await makePublicFolder(vault);
    return {
      value: {},
      handlers: {},
      schedule: [
        {
          name: 'mounts',
          everyMs: canWatchMounts() ? POLL_INTERVAL_MS : POLL_ONLY_INTERVAL_MS,
          watch: (runSoon) => watchMounts(runSoon, log),
          run: () => mounts.refresh().then(() => 'done' as const),
        },
      ],
    };
  },
});

interface DiskFeatureDeps {
  readonly vault: Vault;
  readonly database: Database;
  readonly mounts: MountWatcher;
  readonly folderSizeScans: UsageScans;
  readonly host: HostClient;
  readonly restartBlockers: RestartBlockers;
  readonly users: Users;
  readonly albums: Albums;
  readonly loginRateLimiter: LoginRateLimiter;
  readonly changes: ChangeFeed;
  readonly log: Logger;
  readonly clock: Clock;
}

export const diskFeature = defineFeature({
  migrations: [...volumeMigrations, ...trendMigrations, ...checkMigrations],
  make: ({
    vault,
    database,
    mounts,
    folderSizeScans,
    host,
    restartBlockers,
    users,
    albums,
    loginRateLimiter,
    changes,
    log,
    clock,
  }: DiskFeatureDeps) => {
    const removableDisks = new RemovableDisks({ host, mounts, changes, log });
    const disks = new MountedDisks(
      () => vault.volumes,
      () => mounts.refresh(),
      removableDisks,
      () => extraVolumes.primaries,
    );
    vault.onVolumeChange((change) => disks.onVolumeChange(change));
    const mountPointOfVolume = async (dev: string): Promise<string> =>
      (await disks.list()).find((each) => each.dev === dev && each.master === 1)?.mntdir ?? '';
    const onChange = (): void => {
      changes.area('disks');
    };
    const diskInit: DiskInit = new DiskInit({
      host,
      users,
      loginRateLimiter,
      find: (dev) => health.find(dev),
      onFormatted: () => {
        removableDisks.restartPolling();
        changes.area('disks');
      },
    });
    restartBlockers.add(() => (diskInit.isRunning ? 'the formatting of a disk' : null));
    const dataLossEstimator = new DataLossEstimator({ vault, users, albums });
    const trends = new DiskTrends(database, clock, onChange);
    const health = new DiskHealth(
      host,
      () => disks.list(),
      (disk, actor) => diskInit.plan(disk, actor),
      (disk, found, known) => dataLossEstimator.estimate(disk, found, known),
      trends,
    );
    const arrayChecks = new ArrayChecks({
      host,
      database,
      onChange,
      now: () => clock.now(),
      report: (message, fields) => log.info(fields, message),
    });
    const mountPointOfDevice = async (dev: string): Promise<string> =>
      (await disks.list()).find((each) => each.dev === dev)?.mntdir ?? '';
    const raidArrays = new RaidArrays({
      host,
      users,
      loginRateLimiter,
      init: diskInit,
      mountPointOf: mountPointOfDevice,
      onChange,
      checks: arrayChecks,
    });
    const extraVolumes: ExtraVolumes = new ExtraVolumes({
      mountExistingArray: (dev, actor) => raidArrays.mountExisting(dev, actor),
      host,
      database,
      refreshMounts: () => mounts.refresh(),
      mountPointOf: mountPointOfVolume,
      onChange,
    });
    const primaryDisk = new PrimaryDisk({
      host,
      init: diskInit,
      volumes: extraVolumes,
      find: (dev) => health.find(dev),
    });
    // Additional volumes are mounted at the start, and again when a missing array appears.
    let hasNewArray = true;
    const arrayWatcher = new ArrayWatcher(() => {
      hasNewArray = true;
      onChange();
    });
    return {
      value: { disks },
      handlers: {
        disks: diskHandlers({
          disks,
          health,
          init: diskInit,
          primary: primaryDisk,
          arrays: raidArrays,
          watcher: arrayWatcher,
          volumes: extraVolumes,
          trends,
          usage: usageHandlers({ usage: folderSizeScans }),
        }),
      },
      schedule: [
        {
          name: 'diskHealth',
          everyMs: HEALTH_CHECK_INTERVAL_MS,
          run: () => (host.isAvailable ? health.readDaily() : 'done'),
        },
        {
          name: 'sticks',
          everyMs: POLL_INTERVAL_MS,
          watch: watchDisks,
          run: async () => {
            arrayWatcher.poll();
            if (hasNewArray) await extraVolumes.remount();
            hasNewArray = false;
            arrayChecks.poll();
            await arrayChecks.restoreRedundancy(arrayWatcher.unmirroredFileSystems);
            return removableDisks.poll();
          },
        },
        { name: 'check', at: CHECK_SCHEDULE, missed: 'run', run: () => arrayChecks.run() },
      ],
    };
  },
});
