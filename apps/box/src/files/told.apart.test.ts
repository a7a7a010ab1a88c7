import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { Changes } from '../changes/changes.ts';
import { createJournal, journalMigrations } from '../journal/journal.ts';
import { callerFor } from '../vault/index.ts';
import { testVault } from '../vault/testing.ts';
import { Files } from './files.ts';
import { renameMigrations } from './renames.ts';
import { fileMigrations } from './tables.ts';
import type { VolumeChange, WatchOptions } from './watch.ts';
import { stays } from '../identity/testing.ts';

const told = vi.hoisted((): { change: (change: VolumeChange) => void } => ({ change: () => undefined }));
// Replaces the real watcher, which has its own tests; this file tests how its reports are handled.
vi.mock('./watch.ts', () => ({
  watchVolumes: (options: WatchOptions) => {
    told.change = options.onChange;
    return Promise.resolve({ watched: ['/mnt/usb1'], close: () => Promise.resolve() });
  },
}));

it.each([
  ['a folder that was named', { folders: new Set(['/mnt/usb1/ann/quiet']) }],
  ['a folder that came', { created: new Set(['/mnt/usb1/ann']) }],
  ['everything, while more comes than the kernel keeps', { everything: true }],
])('what is told is read again: %s', async (_what, change) => {
  const box = testVault([...fileMigrations, ...renameMigrations, ...journalMigrations]);
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
    changes: new Changes(),
    onTrouble: () => undefined,
  });
  const size = async () => {
    const page = await files.lister.list(
      callerFor('ann'),
      { path: '/mnt/usb1/ann/quiet', count: 10, hasbaseinfo: 0 },
      stays(),
    );
    return page.file_list[0]?.s;
  };
  try {
    files.start();
    await files.settled();
    expect(await size()).toBe(1);
    appendFileSync(file, '23');
    expect(await size()).toBe(1);
    told.change({
      mountDir: '/mnt/usb1',
      folders: new Set(),
      created: new Set(),
      gone: new Set(),
      everything: false,
      ...change,
    });
    expect(await size()).toBe(3);
  } finally {
    await files.close();
    box.remove();
  }
});
