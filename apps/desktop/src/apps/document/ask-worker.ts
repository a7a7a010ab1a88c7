/**
 * Sends one request to a new worker and terminates it after the answer. Null on error or timeout: a malicious file can
 * take forever to read, and only a worker can be terminated.
 */
export const askWorker = <A>(
  worker: Worker,
  question: unknown,
  limitMs: number,
  handed: readonly Transferable[] = [],
): Promise<A | null> =>
  new Promise((resolve) => {
    const end = (answer: A | null): void => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(end, limitMs, null);
    worker.addEventListener('message', ({ data }: MessageEvent<A>) => {
      end(data);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      end(null);
    });
    worker.postMessage(question, [...handed]);
  });
