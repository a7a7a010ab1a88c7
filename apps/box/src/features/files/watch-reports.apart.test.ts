import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { ChangeFeed } from '../../storage/changes/change-feed.ts';
import { createJournal, journalMigrations } from '../../storage/journal/journal.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { Files } from './files.ts';
import { renameMigrations } from './batch-renames.ts';
import { fileHashMigrations } from './file-hash-tables.ts';
import type { VolumeFileChange, VolumeWatchOptions } from './watch-volumes.ts';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';

const told = vi.hoisted((): { change: (change: VolumeFileChange) => void } => ({ change: () => undefined }));
// Replaces the real watcher, which has its own tests; this file tests how its reports are handled.
vi.mock('./watch-volumes.ts', () => ({
  watchVolumes: (options: VolumeWatchOptions) => {
    told.change = options.onChange;
    return Promise.resolve({ watched: ['/mnt/usb1'], close: () => Promise.resolve() });
  },
}));

it.each([
  ['a folder that was named', { folders: new Set(['/mnt/usb1/ann/quiet']) }],
  ['a folder that came', { created: new Set(['/mnt/usb1/ann']) }],
  ['everything, while more comes than the kernel keeps', { isOverflow: true }],
])('what is told is read again: %s', async (_what, change) => {
  const box = createTestVault([...fileHashMigrations, ...renameMigrations, ...journalMigrations]);
  const file = join(box.root, 'usb1/ann/quiet/list.txt');
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '1');
  const files = new Files({
    vault: box.vault,
    database: box.database,
    journal: createJournal(box.database, () => 1),
    // Stopped clock: no folder is read again because of its age.
    clock: { now: () => 2_000_000_000_000 },
    stateDir: join(box.root, 'state'),
    changes: new ChangeFeed(),
    onWarning: () => undefined,
  });
  const size = async () => {
    const page = await files.lister.list(
      callerFor('ann'),
      { path: '/mnt/usb1/ann/quiet', count: 10, hasbaseinfo: 0 },
      connectedSignal(),
    );
    return page.file_list[0]?.s;
  };
  try {
    files.start();
    await files.whenIndexed();
    expect(await size()).toBe(1);
    appendFileSync(file, '23');
    expect(await size()).toBe(1);
    told.change({
      mountDir: '/mnt/usb1',
      folders: new Set(),
      created: new Set(),
      deleted: new Set(),
      isOverflow: false,
      ...change,
    });
    expect(await size()).toBe(3);
  } finally {
    await files.close();
    box.remove();
  }
});
