import { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { By } from '@boxwood/host';
import type { Changes } from '../changes/changes.ts';
import type { Clock } from '../clock.ts';
import type { MountWatch } from '../disks/mount-watch.ts';
import type { BoxContext } from '../identity/authorise.ts';
import type { Logger } from '../log.ts';
import { notOffered } from '../not-offered.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Host } from '../runtime/host.ts';
import type { Database } from '../store/database.ts';
import type { Vault } from '../vault/index.ts';
import { netMountMigrations, NetMounts } from './net-mounts.ts';

/** Interval in ms for retrying missing mounts and checking present ones. */
const LOOK_MS = 5000;

interface Needs {
  readonly vault: Vault;
  readonly database: Database;
  readonly mounts: MountWatch;
  readonly host: Host;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly log: Logger;
}

const byOf = ({ caller, remote }: Pick<BoxContext, 'caller' | 'remote'>): By => ({
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
  make: ({ vault, database, mounts, host, changes, clock, log }: Needs) => {
    const volume = vault.volumes.find(({ kind }) => kind === 'network');
    // Without the folder for network places, the box offers no network mounts.
    if (volume === undefined) return { value: {}, handlers: { mounts: notOffered(commandTree.mounts) } };
    const network = new NetMounts({
      host,
      database,
      volume,
      clock,
      log,
      look: () => mounts.look(),
      onChange: () => {
        changes.area('disks');
      },
    });
    return {
      value: {},
      handlers: { mounts: mountHandlers(network) },
      schedule: [{ name: 'network' as const, everyMs: LOOK_MS, run: () => network.look() }],
    };
  },
});
