import { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { OperationActor } from '@boxwood/host';
import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MountWatcher } from '../disks/mount-watcher.ts';
import type { BoxContext } from '../../server/identity/authorise.ts';
import type { Logger } from '../../platform/log.ts';
import { notOffered } from '../../not-offered.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { HostClient } from '../../runtime/host-client.ts';
import type { Database } from '../../store/database.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { netMountMigrations, NetMounts } from './net-mounts.ts';

/** Interval in ms for retrying missing mounts and checking present ones. */
const REFRESH_INTERVAL_MS = 5000;

interface MountFeatureDeps {
  readonly vault: Vault;
  readonly database: Database;
  readonly mounts: MountWatcher;
  readonly host: HostClient;
  readonly changes: ChangeFeed;
  readonly clock: Clock;
  readonly log: Logger;
}

const byOf = ({ caller, remote }: Pick<BoxContext, 'caller' | 'remote'>): OperationActor => ({
  user: caller.user.slice(0, 128),
  from: remote.slice(0, 128),
});

const mountHandlers = (mounts: NetMounts) =>
  ({
    list: async () => ({ list: await mounts.list() }),
    add: async ({ mount }, context) => ({ id: await mounts.add(mount, byOf(context)) }),
    set: async ({ id, mount }, context) => {
      await mounts.set(id, mount, byOf(context));
      return {};
    },
    remove: async ({ id }, context) => {
      await mounts.remove(id, byOf(context));
      return {};
    },
  }) satisfies Handlers<(typeof commandTree)['mounts'], BoxContext>;

export const mountFeature = defineFeature({
  migrations: netMountMigrations,
  make: ({ vault, database, mounts, host, changes, clock, log }: MountFeatureDeps) => {
    const volume = vault.volumes.find(({ kind }) => kind === 'network');
    // Without the folder for network places, the box offers no network mounts.
    if (volume === undefined) return { value: {}, handlers: { mounts: notOffered(commandTree.mounts) } };
    const network = new NetMounts({
      host,
      database,
      volume,
      clock,
      log,
      refresh: () => mounts.refresh(),
      onChange: () => {
        changes.area('disks');
      },
    });
    return {
      value: {},
      handlers: { mounts: mountHandlers(network) },
      schedule: [{ name: 'network' as const, everyMs: REFRESH_INTERVAL_MS, run: () => network.refresh() }],
    };
  },
});
