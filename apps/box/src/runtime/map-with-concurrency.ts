/** Runs at most `concurrency` tasks at a time. @throws what `work` throws; tasks already started continue */
export const mapWithConcurrency = async <T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const next = items.values();
  const worker = async (): Promise<void> => {
    for (const item of next) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};
