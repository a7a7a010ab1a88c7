import { join } from 'node:path';
import { mountDirectory } from '@boxwood/box-sdk/rules';
import type { Clock } from '../../platform/clock.ts';
import type { BoxConfig } from '../../config.ts';
import { MountWatcher, mountMigrations } from '../../features/disks/mount-watcher.ts';
import type { Revocations } from '../../server/identity/revocations.ts';
import type { Logger } from '../../platform/log.ts';
import { defineFeature, Emitter } from '../../runtime/feature.ts';
import type { ScriptTokens } from '../../server/identity/script-tokens.ts';
import { FamilyShares, MovedFolderSearch } from '../../features/shares/index.ts';
import type { Database } from '../../store/database.ts';
import { moveMigrations } from './vault-moves.ts';
import { Vault } from './vault.ts';

interface VaultFeatureDeps {
  readonly config: BoxConfig;
  readonly clock: Clock;
  readonly log: Logger;
  readonly database: Database;
  readonly endings: Revocations;
  readonly scriptTokens: ScriptTokens;
}

/** The vault, the access rights of family shares, and the disks below it. Creating them reads and writes nothing. */
export const vaultFeature = defineFeature({
  migrations: [...moveMigrations, ...mountMigrations],
  make: ({ config, clock, log, database, endings, scriptTokens }: VaultFeatureDeps, scope) => {
    const familyShares = new FamilyShares(database, clock);
    /**
     * A folder was moved, from key to key. Listeners that store paths update them before access rights are checked
     * again.
     */
    const folderMoved = new Emitter<[from: string, to: string]>();
    /** The entry with this key was removed permanently. */
    const folderRemoved = new Emitter<[key: string]>();
    const vault: Vault = new Vault({
      volumes: [
        { mountDir: mountDirectory(1), root: join(config.dataDir, 'usb1'), kind: 'data' },
        { mountDir: '/mnt/extdev', root: join(config.dataDir, 'extdev'), kind: 'external' },
        { mountDir: '/mnt/netdev', root: join(config.dataDir, 'netdev'), kind: 'network' },
      ],
      database,
      grants: familyShares,
      onMoved: (from, to) => {
        familyShares.updatePaths(from, to);
        scriptTokens.updatePaths(from, to);
        folderMoved.emit(from, to);
        endings.announce({ kind: 'right' });
      },
      onRemoved: (key) => {
        familyShares.removeBelow(key);
        for (const session of scriptTokens.endBelow(key)) endings.announce({ kind: 'session', session });
        folderRemoved.emit(key);
        endings.announce({ kind: 'right' });
      },
      onGrantMissing: (grant) => {
        lostFolders.search(grant);
      },
    });
    const lostFolders = new MovedFolderSearch({
      vault,
      family: familyShares,
      clock,
      onFault: (fault) => {
        log.warn({ err: fault }, 'searching for a moved shared folder');
      },
    });
    scope.defer(() => lostFolders.close());
    const mounts = new MountWatcher({ dataDir: config.dataDir, vault, database });
    scope.defer(() => mounts.close());
    return {
      value: { vault, family: familyShares, movedFolders: lostFolders, mounts, folderMoved, folderRemoved },
      handlers: {},
    };
  },
});
