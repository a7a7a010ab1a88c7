/** A smaller share would leave a short property test without a meaning. */
const MIN_RUNS = 10;

/** `TEST_RUNS` is the share of the runs: 1 in `npm run test:full`, a tenth elsewhere. */
const share = (): number => {
  const wanted = Number(globalThis.process.env['TEST_RUNS'] ?? 0.1);
  if (!(wanted > 0)) throw new Error('TEST_RUNS is a share greater than 0: 1 for all runs of the property tests');
  return wanted;
};

/**
 * The number of runs of a property test or of a random sequence.
 * @param runs the number in `npm run test:full`
 */
export const propertyRuns = (runs: number): number => Math.max(Math.min(runs, MIN_RUNS), Math.ceil(runs * share()));
