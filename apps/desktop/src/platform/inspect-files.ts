import type { FileFacts, InspectFiles } from '@boxwood/domain';
import { Observable } from 'rxjs';

/**
 * Number of groups posted to the worker at a time, so that it continues while the page processes the previous result.
 */
const MAX_QUEUED_GROUPS = 2;

/**
 * Reads the facts of files in a worker, in order. Completes after the last group; unsubscribing terminates the worker.
 */
export const inspectFiles: InspectFiles = (groups) =>
  new Observable((subscriber) => {
    const worker = new Worker(new URL('inspect-files-worker.ts', import.meta.url), { type: 'module' });
    let postedCount = 0;
    let receivedCount = 0;
    const postNext = (): void => {
      const group = groups[postedCount];
      if (group === undefined) return;
      postedCount += 1;
      worker.postMessage(group);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<readonly FileFacts[]>) => {
      receivedCount += 1;
      postNext();
      subscriber.next(data);
      if (receivedCount === groups.length) subscriber.complete();
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      subscriber.error(new Error('files cannot be looked at in a worker'));
    });
    for (let at = 0; at < MAX_QUEUED_GROUPS; at += 1) postNext();
    return () => {
      worker.terminate();
    };
  });
