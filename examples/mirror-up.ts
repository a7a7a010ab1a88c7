/**
 * Copies a folder of this computer to the box; what is there already is not sent again, what was interrupted goes on:
 * `node examples/mirror-up.ts ./photos /mnt/usb1/ann/photos`.
 */
import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BoxClient } from '@boxwood/box-sdk';
import { BoxFailure, joinPath, uploadFile } from '@boxwood/box-sdk';
import { run, say } from './connect.ts';

interface Counts {
  sent: number;
  identical: number;
}

const mirror = async (box: BoxClient, local: string, remote: string, counts: Counts): Promise<void> => {
  await box.files.makeFolder({ path: remote });
  for (const entry of await readdir(local, { withFileTypes: true })) {
    const from = join(local, entry.name);
    const target = joinPath(remote, entry.name);
    if (entry.isDirectory()) {
      await mirror(box, from, target, counts);
      continue;
    }
    if (!entry.isFile()) continue;
    const { size, mtimeMs } = await stat(from);
    const content = await openAsBlob(from);
    const result = await uploadFile(box, {
      target,
      size,
      mtime: mtimeMs / 1000,
      read: (start, end) => Promise.resolve(content.slice(start, end)),
    });
    if (result._tag === 'Left') throw new BoxFailure(result.left, target);
    counts[result.right.identical ? 'identical' : 'sent'] += 1;
    say(`${result.right.identical ? '=' : '>'} ${target}`);
  }
};

await run(async ({ box }, [local, remote]) => {
  if (local === undefined || remote === undefined) throw new Error('Name a local folder and a folder on the box.');
  const counts: Counts = { sent: 0, identical: 0 };
  await mirror(box, local, remote, counts);
  say(`${counts.sent} sent, ${counts.identical} were there already`);
});
