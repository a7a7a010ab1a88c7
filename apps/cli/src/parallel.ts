import { explain, isItsOwn } from './exit.ts';

/** Does the same with each of many, so many at a time; what one of them throws ends the rest. */
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

/** One of many that did not work, and why. */
export interface Failed {
  readonly path: string;
  readonly error: string;
}

/** As {@link inParallel}; but what is wrong with one of them alone is its own failure, and the others go on. @returns those that failed */
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
