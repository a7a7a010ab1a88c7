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
import type { EntryJob, HeavyAnswer, HeavyOrder, HeavyResult, PackJob } from './heavy.ts';

function run(job: EntryJob, gauge: Gauge): HeavyResult {
  const name = Buffer.from(job.name);
  // `path` of an open folder is a link of /proc, which the flag against links would refuse: enter it instead.
  return Folder.within(`${job.from}/.`, (from) => {
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

/** Files are compressed meanwhile, for which it has to wait. */
async function pack({ from, staging, names, format, level }: PackJob, gauge: Gauge): Promise<HeavyResult> {
  const source = Folder.open(`${from}/.`);
  try {
    const into = Folder.open(`${staging}/.`);
    try {
      const bytes = names.map((name) => Buffer.from(name));
      await packArchive({ format, level, source, names: bytes, staging: into, gauge });
      return nothing;
    } finally {
      into.close();
    }
  } finally {
    source.close();
  }
}

const failed = (failure: unknown): HeavyAnswer => {
  if (failure instanceof Stopped) return { tag: 'stopped' };
  const text = failure instanceof Error ? failure.message : '';
  // The message of a system error names real paths; the code says enough.
  return { tag: 'failed', code: opsOf(failure), text: text.includes('/') ? '' : text };
};

/** Does to an entry what a worker thread was ordered to. */
export function answer({ job, memory }: HeavyOrder<EntryJob>): HeavyAnswer {
  try {
    return { tag: 'done', result: run(job, new Gauge(memory)) };
  } catch (failure) {
    return failed(failure);
  }
}

/** Packs as it was ordered to. */
export function packed({ job, memory }: HeavyOrder<PackJob>, tell: (said: HeavyAnswer) => void): void {
  pack(job, new Gauge(memory)).then(
    (result) => tell({ tag: 'done', result }),
    (failure: unknown) => tell(failed(failure)),
  );
}
