import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { ChangeFeed } from '../../storage/changes/change-feed.ts';
import { createJournal, journalMigrations } from '../../storage/journal/journal.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { Files } from './files.ts';
import { renameMigrations } from './batch-renames.ts';
import { fileHashMigrations } from './file-hash-tables.ts';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 120_000 });

it('a page shows what changed beside a writer that never rests, although the kernel dropped the news of it', async () => {
  const box = createTestVault([...fileHashMigrations, ...renameMigrations, ...journalMigrations]);
  const home = join(box.root, 'usb1/ann');
  for (const name of ['busy', 'quiet']) mkdirSync(join(home, name), { recursive: true });
  writeFileSync(join(home, 'quiet/list.txt'), '1');
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
  const busy = ['a', 'b'].map((name) => openSync(join(home, 'busy', name), 'w'));
  const most = Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
  /** More events than the kernel queue holds; this process reads none of them meanwhile. */
  const flood = (): void => {
    for (let count = 0; count < most; count += 1) writeSync(busy[count % 2] ?? 0, 'x', 0);
  };
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
    flood();
    appendFileSync(join(home, 'quiet/list.txt'), '23');
    // No timeout: how long a new read takes depends on the machine.
    while ((await size()) !== 3) {
      await sleep(20);
      flood();
    }
  } finally {
    for (const file of busy) closeSync(file);
    await files.close();
    box.remove();
  }
});
