import { packArchive } from '../archives/pack.ts';
import { tidyTree } from '../archives/tidy.ts';
import { cloneFile } from '../copy/copy-file.ts';
import { copyTree, measureTree, removeTree } from '../copy/copy-tree.ts';
import { Folder } from '../copy/folder.ts';
import { Gauge, Stopped } from '../runtime/gauge.ts';
import { opsOf } from '../copy/ops.ts';
import { syncTree } from '../copy/sync-tree.ts';
import { treeDigest } from '../copy/tree-digest.ts';
import { decryptFile, encryptFile } from '../safe/age-file.ts';
import type { HeavyAnswer, HeavyJob, HeavyOrder, HeavyResult } from './heavy.ts';

function run(job: HeavyJob, gauge: Gauge): HeavyResult {
  // `path` of an open folder is a link in /proc, which O_NOFOLLOW would refuse: enter it instead.
  return Folder.within(`${job.from}/.`, (from) => {
    if (job.kind === 'pack')
      return Folder.within(`${job.staging}/.`, (staging) => {
        const names = job.names.map((each) => Buffer.from(each));
        packArchive({ format: job.format, level: job.level, source: from, names, staging, gauge });
        return nothing;
      });
    const name = Buffer.from(job.name);
    switch (job.kind) {
      case 'measure':
        return { ...nothing, ...measureTree(from, name, gauge, job.most) };
      case 'tidy': {
        const files = tidyTree(from, name, job.zip, gauge);
        syncTree(from, name, files);
        return { ...nothing, files };
      }
      case 'clone':
        return { ...nothing, bytes: cloneFile(job.source, from, name, gauge) };
      case 'digest':
        return { ...nothing, digest: treeDigest(from, name, gauge) };
      case 'remove':
        if (job.twin === undefined) return { ...nothing, skipped: removeTree(from, name, gauge) };
        return Folder.within(`${job.twin.folder}/.`, (folder) => ({
          ...nothing,
          skipped: removeTree(from, name, gauge, { folder, name: Buffer.from(job.twin?.name ?? []) }),
        }));
      case 'copy':
        return Folder.within(`${job.staging}/.`, (staging) => {
          const copied = copyTree(from, name, staging, gauge, job.trusted);
          if (copied.files + copied.folders > 0) syncTree(staging, 'item', copied.files + copied.folders);
          return { ...nothing, ...copied };
        });
      case 'encrypt':
        return Folder.within(`${job.staging}/.`, (staging) => ({
          ...nothing,
          bytes: encryptFile(from, name, staging, job.recipient, gauge),
        }));
      case 'decrypt':
        return Folder.within(`${job.staging}/.`, (staging) => ({
          ...nothing,
          bytes: decryptFile(from, name, staging, job.identity, gauge),
        }));
    }
  });
}

const nothing = { bytes: 0, files: 0, folders: 0, skipped: 0, digest: '' };

/** Runs the job of a worker thread. */
export function answer({ job, memory }: HeavyOrder): HeavyAnswer {
  try {
    return { tag: 'done', result: run(job, new Gauge(memory)) };
  } catch (failure) {
    if (failure instanceof Stopped) return { tag: 'stopped' };
    const text = failure instanceof Error ? failure.message : '';
    // The message of a system error contains real paths; the code is enough.
    return { tag: 'failed', code: opsOf(failure), text: text.includes('/') ? '' : text };
  }
}
