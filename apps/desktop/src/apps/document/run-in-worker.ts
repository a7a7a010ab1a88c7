/**
 * Sends one request to a new worker and terminates it after the answer. Null on error or timeout: a malicious file can
 * take forever to read, and only a worker can be terminated.
 */
export const runInWorker = <A>(
  worker: Worker,
  request: unknown,
  timeoutMs: number,
  transfer: readonly Transferable[] = [],
): Promise<A | null> =>
  new Promise((resolve) => {
    const finish = (answer: A | null): void => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(finish, timeoutMs, null);
    worker.addEventListener('message', ({ data }: MessageEvent<A>) => {
      finish(data);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      finish(null);
    });
    worker.postMessage(request, [...transfer]);
  });
