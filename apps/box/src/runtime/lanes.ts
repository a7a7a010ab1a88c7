/** Runs at most `concurrency` tasks at a time. @throws what `work` throws; tasks already started continue */
export const inLanes = async <T>(all: readonly T[], lanes: number, work: (each: T) => Promise<void>): Promise<void> => {
  const next = all.values();
  const lane = async (): Promise<void> => {
    for (const each of next) await work(each);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};
