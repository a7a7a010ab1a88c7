import type { FileFacts, LookAtFiles } from '@boxwood/domain';
import { Observable } from 'rxjs';

/**
 * Number of groups posted to the worker at a time, so that it continues while the page processes the previous result.
 */
const AHEAD = 2;

/**
 * Reads the facts of files in a worker, in order. Completes after the last group; unsubscribing terminates the worker.
 */
export const lookAtFiles: LookAtFiles = (groups) =>
  new Observable((subscriber) => {
    const worker = new Worker(new URL('look-worker.ts', import.meta.url), { type: 'module' });
    let asked = 0;
    let answered = 0;
    const ask = (): void => {
      const group = groups[asked];
      if (group === undefined) return;
      asked += 1;
      worker.postMessage(group);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<readonly FileFacts[]>) => {
      answered += 1;
      ask();
      subscriber.next(data);
      if (answered === groups.length) subscriber.complete();
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      subscriber.error(new Error('files cannot be looked at in a worker'));
    });
    for (let at = 0; at < AHEAD; at += 1) ask();
    return () => {
      worker.terminate();
    };
  });
