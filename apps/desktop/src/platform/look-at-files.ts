import type { FileFacts, LookAtFiles } from '@boxwood/domain';
import { Observable } from 'rxjs';

/** Groups that the worker has at once: it goes on with the next while the page takes the answer. */
const AHEAD = 2;

/** Looks at files in a worker, in their order; it ends with the last answer, or when nobody listens any more. */
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
