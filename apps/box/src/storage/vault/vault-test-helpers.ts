import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Migration } from '../../store/migrations.ts';
import { openDatabase } from '../../store/database.ts';
import type { Database } from '../../store/database.ts';
import { moveMigrations } from './vault-moves.ts';
import type { Grant } from './places.ts';
import { Vault } from './vault.ts';

/** An active share; without `is` it matches any folder at its path. */
export type TestGrant = Omit<Grant, 'is'> & Partial<Pick<Grant, 'is'>> & { readonly to: string };

/**
 * A vault in a new temporary folder for tests: `/mnt/usb1`, `/mnt/usb2`, read-only `/mnt/usb3`, `/mnt/extdev`,
 * `/mnt/netdev`.
 */
export interface TestVault {
  readonly vault: Vault;
  /** The data folder; `usb1`, `usb2`, `usb3`, `extdev`, `netdev` are in it. */
  readonly root: string;
  readonly database: Database;
  /** Active shares; tests may change the list. */
  readonly grants: TestGrant[];
  /** Events of the vault: `moved a -> b`, `removed a`, `missed a`. */
  readonly events: string[];
  remove(): void;
}

export const createTestVault = (migrations: readonly Migration[] = []): TestVault => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'boxwood-vault-')));
  const database = openDatabase(join(root, 'state', 'box.db'), { migrations: [...moveMigrations, ...migrations] });
  const grants: TestGrant[] = [];
  const events: string[] = [];
  const vault = new Vault({
    database,
    onMoved: (from, to) => events.push(`moved ${from} -> ${to}`),
    onRemoved: (key) => events.push(`removed ${key}`),
    onGrantMissing: ({ path }) => events.push(`missed ${path}`),
    grants: {
      grantsFor: (user) => grants.filter(({ to }) => to === user).map((grant) => ({ is: () => true, ...grant })),
    },
    volumes: [
      { mountDir: '/mnt/usb1', root: join(root, 'usb1'), kind: 'data' },
      { mountDir: '/mnt/usb2', root: join(root, 'usb2'), kind: 'data' },
      { mountDir: '/mnt/usb3', root: join(root, 'usb3'), kind: 'data', readonly: true },
      { mountDir: '/mnt/extdev', root: join(root, 'extdev'), kind: 'external' },
      { mountDir: '/mnt/netdev', root: join(root, 'netdev'), kind: 'network' },
    ],
  });
  return {
    vault,
    root,
    database,
    grants,
    events,
    remove: () => {
      database.close();
      rmSync(root, { recursive: true });
    },
  };
};
