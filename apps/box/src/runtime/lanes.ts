/** Does so many at a time, each after the one before it in its lane. @throws what `work` throws; what has begun goes on */
export const inLanes = async <T>(all: readonly T[], lanes: number, work: (each: T) => Promise<void>): Promise<void> => {
  const next = all.values();
  const lane = async (): Promise<void> => {
    for (const each of next) await work(each);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};
