import type { InspectFiles } from '@boxwood/domain';
import { defer, from, switchMap } from 'rxjs';
import { loadChunk } from '../platform/load-chunk.ts';

/** Loads the worker that inspects files once the user chooses more files than one request holds. */
export const lazyInspectFiles: InspectFiles = (groups) =>
  defer(() => from(loadChunk(() => import('../platform/inspect-files.ts')))).pipe(
    switchMap(({ inspectFiles }) => inspectFiles(groups)),
  );
