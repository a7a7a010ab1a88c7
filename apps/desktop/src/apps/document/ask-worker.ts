/**
 * One question to a worker of its own, which ends with the answer. Null when there is none in time: files can be made so that reading
 * them takes for ever, and only a worker can be stopped in the middle.
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
