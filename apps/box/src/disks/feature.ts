import { StartFailure } from '../config.ts';
import { makePublicFolder } from '../folders.ts';
import type { Tries } from '../identity/tries.ts';
import type { Users } from '../identity/users.ts';
import type { Clock } from '../clock.ts';
import type { Changes } from '../changes/changes.ts';
import type { Logger } from '../log.ts';
import type { Host } from '../runtime/host.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { LostFolders } from '../shares/index.ts';
import type { Holds } from '../system/holds.ts';
import { usageHandlers } from '../tasks/handlers.ts';
import type { UsageScans } from '../tasks/usage.ts';
import type { Albums } from '../photos/albums.ts';
import type { Vault } from '../vault/index.ts';
import type { Database } from '../store/database.ts';
import { ArrayChecks, CHECKED_AT, checkMigrations } from './array-checks.ts';
import { ArrayWatch } from './array-watch.ts';
import { Arrays } from './arrays.ts';
import { Disks } from './disks.ts';
import { diskHandlers } from './handlers.ts';
import { DiskHealth } from './health.ts';
import { hearDisks, hearMounts, isHeard } from './hear.ts';
import { DiskInit } from './init.ts';
import { Losses } from './loss.ts';
import type { MountWatch } from './mount-watch.ts';
import { PrimaryDisk } from './primary.ts';
import { Sticks } from './sticks.ts';
import { DiskTrends, trendMigrations } from './trend.ts';
import { ExtraVolumes, volumeMigrations } from './volumes.ts';

/**
 * Interval of the mount and disk poll in ms, in addition to change events. It reads kernel state and does not access a
 * disk.
 */
const LOOK_MS = 2000;
/** Interval in ms at which the box checks whether today's disk health was recorded. */
const HEALTH_MS = 10 * 60_000;
/** Poll interval in ms on machines without mount events. */
const ALONE_MS = 700;

interface VolumeNeeds {
  readonly log: Logger;
  readonly vault: Vault;
  readonly lost: LostFolders;
  readonly mounts: MountWatch;
}

/** Checks that the box's disk is mounted, finishes interrupted moves, and then follows mounts. */
export const volumeFeature = defineFeature({
  make: async ({ log, vault, lost, mounts }: VolumeNeeds) => {
    // Runs before anything is written, because the disk of a volume may be missing.
    await mounts.look();
    if (!vault.main.isThere)
      throw new StartFailure(
        `Nothing is mounted at ${vault.main.root}, where the disk of this box was. Mount it and start the box again; its folder alone is no place for the family's files.`,
      );
    const finished = await vault.recover();
    if (finished > 0) log.info({ finished }, 'finished moves of the last run');
    await lost.adopt();
    await makePublicFolder(vault);
    return {
      value: {},
      handlers: {},
      schedule: [
        {
          name: 'mounts',
          everyMs: isHeard() ? LOOK_MS : ALONE_MS,
          hear: (soon) => hearMounts(soon, log),
          run: () => mounts.look().then(() => 'done' as const),
        },
      ],
    };
  },
});

interface DiskNeeds {
  readonly vault: Vault;
  readonly database: Database;
  readonly mounts: MountWatch;
  readonly usage: UsageScans;
  readonly host: Host;
  readonly holds: Holds;
  readonly users: Users;
  readonly albums: Albums;
  readonly tries: Tries;
  readonly changes: Changes;
  readonly log: Logger;
  readonly clock: Clock;
}

export const diskFeature = defineFeature({
  migrations: [...volumeMigrations, ...trendMigrations, ...checkMigrations],
  make: ({ vault, database, mounts, usage, host, holds, users, albums, tries, changes, log, clock }: DiskNeeds) => {
    const sticks = new Sticks({ host, mounts, changes, log });
    const disks = new Disks(
      () => vault.volumes,
      () => mounts.look(),
      sticks,
      () => volumes.primaries,
    );
    vault.onVolumes((change) => disks.note(change));
    const mountOf = async (dev: string): Promise<string> =>
      (await disks.list()).find((each) => each.dev === dev && each.master === 1)?.mntdir ?? '';
    const onChange = (): void => {
      changes.area('disks');
    };
    const init: DiskInit = new DiskInit({
      host,
      users,
      tries,
      find: (dev) => health.find(dev),
      onMade: () => {
        sticks.again();
        changes.area('disks');
      },
    });
    holds.add(() => (init.isRunning ? 'a disk that is made anew' : null));
    const losses = new Losses({ vault, users, albums });
    const trends = new DiskTrends(database, clock, onChange);
    const health = new DiskHealth(
      host,
      () => disks.list(),
      (disk, by) => init.plan(disk, by),
      (disk, found, known) => losses.of(disk, found, known),
      trends,
    );
    const checks = new ArrayChecks({
      host,
      database,
      onChange,
      now: () => clock.now(),
      say: (words, about) => log.info(about, words),
    });
    const placeOf = async (dev: string): Promise<string> =>
      (await disks.list()).find((each) => each.dev === dev)?.mntdir ?? '';
    const arrays = new Arrays({ host, users, tries, init, mountOf: placeOf, onChange, checks });
    const volumes: ExtraVolumes = new ExtraVolumes({
      adopt: (dev, by) => arrays.adopt(dev, by),
      host,
      database,
      look: () => mounts.look(),
      mountOf,
      onChange,
    });
    const primary = new PrimaryDisk({ host, init, volumes, find: (dev) => health.find(dev) });
    // Volumes are mounted at the start, and again when a missing array appears.
    let came = true;
    const watch = new ArrayWatch(() => {
      came = true;
      onChange();
    });
    return {
      value: { disks },
      handlers: {
        disks: diskHandlers({
          disks,
          health,
          init,
          primary,
          arrays,
          watch,
          volumes,
          trends,
          usage: usageHandlers({ usage }),
        }),
      },
      schedule: [
        { name: 'diskHealth', everyMs: HEALTH_MS, run: () => (host.isThere ? health.daily() : 'done') },
        {
          name: 'sticks',
          everyMs: LOOK_MS,
          hear: hearDisks,
          run: async () => {
            watch.look();
            if (came) await volumes.remount();
            came = false;
            checks.look();
            await checks.keepTwice(watch.keptOnce);
            return sticks.look();
          },
        },
        { name: 'check', at: CHECKED_AT, missed: 'run', run: () => checks.run() },
      ],
    };
  },
});
