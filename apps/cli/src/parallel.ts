import { explain, isItsOwn } from './exit.ts';

/** Runs the work for each item, up to `jobs` at a time. The first error stops the rest. */
export const inParallel = async <A>(
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
export interface Failed {
  readonly path: string;
  readonly error: string;
}

/** Like {@link runParallel}, but a failure of a single item does not stop the others. @returns the failed items */
export const eachAlone = async <A>(
  jobs: number,
  items: Iterable<A> | AsyncIterable<A>,
  pathOf: (item: A) => string,
  work: (item: A) => Promise<void>,
): Promise<readonly Failed[]> => {
  const failed: Failed[] = [];
  await inParallel(jobs, items, (item) =>
    work(item).catch((failure: unknown) => {
      if (!isItsOwn(failure)) throw failure;
      failed.push({ path: pathOf(item), error: explain(failure).words });
    }),
  );
  return failed;
};
