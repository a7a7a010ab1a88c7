import { packArchive } from '../../storage/archives/pack-archive.ts';
import { checkExtractedTree } from '../../storage/archives/check-extracted-tree.ts';
import { cloneFile } from '../../storage/copy/copy-file.ts';
import { copyTree, measureTree, removeTree } from '../../storage/copy/copy-tree.ts';
import { OpenDirectory } from '../../storage/copy/open-directory.ts';
import { Progress, StoppedError } from '../../runtime/progress.ts';
import { operationCodeOf } from '../../storage/copy/operation-codes.ts';
import { syncTree } from '../../storage/copy/sync-tree.ts';
import { treeDigest } from '../../storage/copy/tree-digest.ts';
import { decryptFile, encryptFile } from '../safe/age-file.ts';
import type { HeavyAnswer, HeavyJob, HeavyOrder, HeavyResult } from './heavy.ts';

function runJob(job: HeavyJob, progress: Progress): HeavyResult {
  // `path` of an open folder is a link in /proc, which O_NOFOLLOW would refuse: enter it instead.
  return OpenDirectory.withOpen(`${job.from}/.`, (from) => {
    if (job.kind === 'pack')
      return OpenDirectory.withOpen(`${job.staging}/.`, (staging) => {
        const names = job.names.map((each) => Buffer.from(each));
        packArchive({ format: job.format, level: job.level, source: from, names, staging, progress });
        return emptyResult;
      });
    const name = Buffer.from(job.name);
    switch (job.kind) {
      case 'measure':
        return { ...emptyResult, ...measureTree(from, name, progress, job.maxEntries) };
      case 'tidy': {
        const files = checkExtractedTree(from, name, job.zip, progress);
        syncTree(from, name, files);
        return { ...emptyResult, files };
      }
      case 'clone':
        return { ...emptyResult, bytes: cloneFile(job.source, from, name, progress) };
      case 'digest':
        return { ...emptyResult, digest: treeDigest(from, name, progress) };
      case 'remove':
        if (job.twin === undefined) return { ...emptyResult, skipped: removeTree(from, name, progress) };
        return OpenDirectory.withOpen(`${job.twin.folder}/.`, (folder) => ({
          ...emptyResult,
          skipped: removeTree(from, name, progress, { folder, name: Buffer.from(job.twin?.name ?? []) }),
        }));
      case 'copy':
        return OpenDirectory.withOpen(`${job.staging}/.`, (staging) => {
          const copied = copyTree(from, name, staging, progress, job.trusted);
          if (copied.files + copied.folders > 0) syncTree(staging, 'item', copied.files + copied.folders);
          return { ...emptyResult, ...copied };
        });
      case 'encrypt':
        return OpenDirectory.withOpen(`${job.staging}/.`, (staging) => ({
          ...emptyResult,
          bytes: encryptFile(from, name, staging, job.recipient, progress),
        }));
      case 'decrypt':
        return OpenDirectory.withOpen(`${job.staging}/.`, (staging) => ({
          ...emptyResult,
          bytes: decryptFile(from, name, staging, job.identity, progress),
        }));
    }
  });
}

const emptyResult = { bytes: 0, files: 0, folders: 0, skipped: 0, digest: '' };

/** Runs the job of a worker thread. */
export function runOrder({ job, memory }: HeavyOrder): HeavyAnswer {
  try {
    return { tag: 'done', result: runJob(job, new Progress(memory)) };
  } catch (failure) {
    if (failure instanceof StoppedError) return { tag: 'stopped' };
    const text = failure instanceof Error ? failure.message : '';
    // The message of a system error contains real paths; the code is enough.
    return { tag: 'failed', code: operationCodeOf(failure), text: text.includes('/') ? '' : text };
  }
}
