import type { AheadRequest } from './ahead.ts';
import { fetchAhead } from './ahead.ts';
import { firstLook } from './first-page.ts';
import type { FirstQuery } from './first-page.ts';
import { scanFolder, sortedPositions } from './scan.ts';
import type { ScanRequest } from './scan.ts';
import { decimalText, decimalValue, naturalKey, soundsOf } from './sort-key.ts';
import { serve } from './thread.ts';

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
  first: (request: ScanRequest & FirstQuery) => firstLook(request),
  ahead: (request: AheadRequest) => fetchAhead(request),
  sort: ({ values, desc }: { readonly values: Float64Array; readonly desc: boolean }) => sortedPositions(values, desc),
  decimals: ({ names, offsets }: { readonly names: string; readonly offsets: Uint32Array }) => {
    const values = new Float64Array(offsets.length - 1);
    for (const index of values.keys())
      values[index] = decimalValue(decimalText(names.slice(offsets[index], offsets[index + 1])));
    return values;
  },
  key: (name: string) => naturalKey(name),
  sounds: (texts: readonly string[]) => texts.map((text) => soundsOf(text) ?? ''),
};

export type FolderJobs = typeof jobs;

serve(jobs);
