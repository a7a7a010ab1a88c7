import { describeFailure, isItemFailure } from './cli-errors.ts';

/** Runs the work for each item, up to `jobs` at a time. The first error stops the rest. */
export const runParallel = async <A>(
  jobs: number,
  items: Iterable<A> | AsyncIterable<A>,
  work: (item: A) => Promise<void>,
): Promise<void> => {
  const source = (async function* () {
    yield* items;
  })();
  let failed = false;
  const run = async (): Promise<void> => {
    while (!failed) {
      const next = await source.next();
      if (next.done === true) return;
      try {
        await work(next.value);
      } catch (failure) {
        failed = true;
        throw failure;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.floor(jobs) || 1) }, run));
};

/** An item that failed, and why. */
export interface FailedItem {
  readonly path: string;
  readonly error: string;
}

/** Like {@link runParallel}, but a failure of a single item does not stop the others. @returns the failed items */
export const runEachIndependently = async <A>(
  jobs: number,
  items: Iterable<A> | AsyncIterable<A>,
  pathOf: (item: A) => string,
  work: (item: A) => Promise<void>,
): Promise<readonly FailedItem[]> => {
  const failed: FailedItem[] = [];
  await runParallel(jobs, items, (item) =>
    work(item).catch((failure: unknown) => {
      if (!isItemFailure(failure)) throw failure;
      failed.push({ path: pathOf(item), error: describeFailure(failure).message });
    }),
  );
  return failed;
};
