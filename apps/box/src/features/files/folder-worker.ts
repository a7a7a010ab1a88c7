import type { FolderPrefetchRequest } from './listing/prefetch-folder.ts';
import { prefetchFolder } from './listing/prefetch-folder.ts';
import { scanFirstPage } from './listing/scan-first-page.ts';
import type { FirstPageQuery } from './listing/scan-first-page.ts';
import { scanFolder, sortedPositions } from './listing/scan-folder.ts';
import type { ScanRequest } from './listing/scan-folder.ts';
import { decimalText, decimalValue, naturalKey, pinyinVariants } from './listing/natural-sort-key.ts';
import { serveJobs } from './background-worker.ts';

/** Jobs of the worker thread. It imports no other workspace package, so that it starts without a build. */
const jobs = {
  /**
   * Returns null for a folder whose digest is still `known`, because transferring a million names blocks the main
   * thread for a moment.
   */
  scan: ({ known, ...request }: ScanRequest & { readonly known: string | null }) => {
    const scan = scanFolder(request);
    return scan.digest === known ? null : scan;
  },
  first: (request: ScanRequest & FirstPageQuery) => scanFirstPage(request),
  ahead: (request: FolderPrefetchRequest) => prefetchFolder(request),
  sort: ({ values, desc }: { readonly values: Float64Array; readonly desc: boolean }) => sortedPositions(values, desc),
  decimals: ({ names, offsets }: { readonly names: string; readonly offsets: Uint32Array }) => {
    const values = new Float64Array(offsets.length - 1);
    for (const index of values.keys())
      values[index] = decimalValue(decimalText(names.slice(offsets[index], offsets[index + 1])));
    return values;
  },
  key: (name: string) => naturalKey(name),
  sounds: (texts: readonly string[]) => texts.map((text) => pinyinVariants(text) ?? ''),
};

export type FolderJobs = typeof jobs;

serveJobs(jobs);
