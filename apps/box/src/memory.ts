import { setMaxIdleHTTPParsers } from 'node:http';
import { collector } from '@boxwood/account/memory';
import { mallocTrim } from './runtime/malloc-trim.ts';
import type { RunEnd } from './runtime/timetable.ts';

/** How often to check whether the process is idle, in ms. */
export const REST_MS = 2000;
/** CPU share of one core above which the process counts as busy. */
const BUSY = 0.1;
/**
 * Steps after a burst, one per check: one collection frees objects, a second returns empty pages, then the C library
 * returns its free memory. Each takes about 20 ms.
 */
const STEPS = ['regular', 'last-resort', 'trim'] as const;
type Step = (typeof STEPS)[number];

/** HTTP parsers that Node retains for later connections. The default is 1,000, and each pins the memory around it. */
const IDLE_PARSERS = 16;

/** Cache entries that were not used for this long may be dropped, in ms. */
export const LONG_UNUSED_MS = 60_000;

/**
 * Drops cached data. Called every two seconds while the process is idle, so it must be fast.
 * @param afterWork whether the process was busy until now
 * @returns whether enough was freed to be worth a collection
 */
export type Rest = (afterWork: boolean) => boolean;

const rests = new Set<Rest>();

/** Calls `trimCaches` regularly while the process is idle. Returns a function that unregisters it. */
export const whenQuiet = (rest: Rest): (() => void) => {
  rests.add(rest);
  return () => rests.delete(rest);
};

/**
 * Creates the idle check: while idle it trims all caches, and after a burst or a trim it runs one memory step per
 * check.
 */
export const createLook = (take: (step: Step) => void): ((busy: boolean) => void) => {
  let due: Step[] = [];
  let worked = false;
  return (busy) => {
    // Every registered function is called, also after one that freed something.
    if (busy || [...rests].map((rest) => rest(worked)).includes(true)) due = [...STEPS];
    worked = busy;
    if (busy) return;
    const step = due.shift();
    if (step !== undefined) take(step);
  };
};

let look: ((busy: boolean) => void) | undefined;

/**
 * Makes {@link createIdleCheck} collect garbage right after a burst. V8 collects only during allocation, so a box that
 * served a hundred requests and then idles would retain all of that memory.
 */
export const giveBackWhenQuiet = (): void => {
  setMaxIdleHTTPParsers(IDLE_PARSERS);
  const collect = collector();
  look = createLook((step) => (step === 'trim' ? mallocTrim() : collect({ type: 'major', flavor: step })));
};

/**
 * Measures the CPU time since the previous check. Does nothing in a process without {@link trimMemoryWhenIdle}, as in
 * tests.
 */
export const createRest = (): (() => RunEnd) => {
  let last = process.cpuUsage();
  let looked = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    const passed = performance.now() - looked;
    looked = performance.now();
    look?.(user + system > BUSY * passed * 1000);
    return 'done';
  };
};
