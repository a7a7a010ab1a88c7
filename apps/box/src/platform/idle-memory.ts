import { setMaxIdleHTTPParsers } from 'node:http';
import { garbageCollector } from '@boxwood/account/memory';
import { mallocTrim } from '../runtime/malloc-trim.ts';
import type { RunEnd } from '../runtime/timetable.ts';

/** How often to check whether the process is idle, in ms. */
export const IDLE_CHECK_INTERVAL_MS = 2000;
/** CPU share of one core above which the process counts as busy. */
const BUSY_CPU_SHARE = 0.1;
/**
 * Steps after a burst, one per check: one collection frees objects, a second returns empty pages, then the C library
 * returns its free memory. Each takes about 20 ms.
 */
const TRIM_STEPS = ['regular', 'last-resort', 'trim'] as const;
type TrimStep = (typeof TRIM_STEPS)[number];

/** HTTP parsers that Node retains for later connections. The default is 1,000, and each pins the memory around it. */
const MAX_IDLE_PARSERS = 16;

/** Cache entries that were not used for this long may be dropped, in ms. */
export const UNUSED_CACHE_TTL_MS = 60_000;

/**
 * Drops cached data. Called every two seconds while the process is idle, so it must be fast.
 * @param afterWork whether the process was busy until now
 * @returns whether enough was freed to be worth a collection
 */
export type CacheTrimmer = (afterWork: boolean) => boolean;

const trimmers = new Set<CacheTrimmer>();

/** Calls `trimCaches` regularly while the process is idle. Returns a function that unregisters it. */
export const onIdle = (trimCaches: CacheTrimmer): (() => void) => {
  trimmers.add(trimCaches);
  return () => trimmers.delete(trimCaches);
};

/**
 * Creates the idle check: while idle it trims all caches, and after a burst or a trim it runs one memory step per
 * check.
 */
export const createIdleCollector = (runStep: (step: TrimStep) => void): ((busy: boolean) => void) => {
  let pendingSteps: TrimStep[] = [];
  let wasBusy = false;
  return (busy) => {
    // Every registered function is called, also after one that freed something.
    if (busy || [...trimmers].map((trimCaches) => trimCaches(wasBusy)).includes(true)) pendingSteps = [...TRIM_STEPS];
    wasBusy = busy;
    if (busy) return;
    const step = pendingSteps.shift();
    if (step !== undefined) runStep(step);
  };
};

let onIdleCheck: ((busy: boolean) => void) | undefined;

/**
 * Makes {@link createIdleCheck} collect garbage right after a burst. V8 collects only during allocation, so a box that
 * served a hundred requests and then idles would retain all of that memory.
 */
export const trimMemoryWhenIdle = (): void => {
  setMaxIdleHTTPParsers(MAX_IDLE_PARSERS);
  const collect = garbageCollector();
  onIdleCheck = createIdleCollector((step) =>
    step === 'trim' ? mallocTrim() : collect({ type: 'major', flavor: step }),
  );
};

/**
 * Measures the CPU time since the previous check. Does nothing in a process without {@link trimMemoryWhenIdle}, as in
 * tests.
 */
export const createIdleCheck = (): (() => RunEnd) => {
  let lastUsage = process.cpuUsage();
  let lastCheckMs = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(lastUsage);
    lastUsage = process.cpuUsage();
    const elapsedMs = performance.now() - lastCheckMs;
    lastCheckMs = performance.now();
    onIdleCheck?.(user + system > BUSY_CPU_SHARE * elapsedMs * 1000);
    return 'done';
  };
};
