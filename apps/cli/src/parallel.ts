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
