import { join } from 'node:path';
import { mountDirectory } from '@boxwood/box-sdk/rules';
import type { Clock } from '../clock.ts';
import type { BoxConfig } from '../config.ts';
import { MountWatch, mountMigrations } from '../disks/mount-watch.ts';
import type { Endings } from '../identity/endings.ts';
import type { Logger } from '../log.ts';
import { defineFeature, Told } from '../runtime/feature.ts';
import { FamilyShares, LostFolders } from '../shares/index.ts';
import type { Database } from '../store/database.ts';
import { moveMigrations } from './moves.ts';
import { Vault } from './vault.ts';

interface Needs {
  readonly config: BoxConfig;
  readonly clock: Clock;
  readonly log: Logger;
  readonly database: Database;
  readonly endings: Endings;
}

/** The vault, the access rights of family shares, and the disks below it. Creating them reads and writes nothing. */
export const vaultFeature = defineFeature({
  migrations: [...moveMigrations, ...mountMigrations],
  make: ({ config, clock, log, database, endings }: Needs, scope) => {
    const family = new FamilyShares(database, clock);
    /**
     * A folder was moved, from key to key. Listeners that store paths update them before access rights are checked
     * again.
     */
    const folderMoved = new Told<[from: string, to: string]>();
    /** The entry with this key was removed permanently. */
    const folderRemoved = new Told<[key: string]>();
    const vault: Vault = new Vault({
      volumes: [
        { mountDir: mountDirectory(1), root: join(config.dataDir, 'usb1'), kind: 'data' },
        { mountDir: '/mnt/extdev', root: join(config.dataDir, 'extdev'), kind: 'external' },
        { mountDir: '/mnt/netdev', root: join(config.dataDir, 'netdev'), kind: 'network' },
      ],
      database,
      grants: family,
      onMoved: (from, to) => {
        family.moved(from, to);
        folderMoved.tell(from, to);
        endings.announce({ kind: 'right' });
      },
      onRemoved: (key) => {
        family.removed(key);
        folderRemoved.tell(key);
        endings.announce({ kind: 'right' });
      },
      onMissed: (grant) => {
        lost.look(grant);
      },
    });
    const lost = new LostFolders({
      vault,
      family,
      clock,
      onFault: (fault) => {
        log.warn({ err: fault }, 'looking for a shared folder');
      },
    });
    scope.defer(() => lost.close());
    const mounts = new MountWatch({ dataDir: config.dataDir, vault, database });
    scope.defer(() => mounts.close());
    return { value: { vault, family, lost, mounts, folderMoved, folderRemoved }, handlers: {} };
  },
});
