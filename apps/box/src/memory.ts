import { setMaxIdleHTTPParsers } from 'node:http';
import { collector } from '@boxwood/account/memory';
import { mallocTrim } from './runtime/malloc-trim.ts';
import type { RunEnd } from './runtime/timetable.ts';

/** So often somebody has to look whether the process is quiet, in milliseconds. */
export const REST_MS = 2000;
/** A share of one processor: above it the process works, below it is quiet. */
const BUSY = 0.1;
/**
 * After a burst, one a look: a collection frees what was used, a second gives the pages back that were left empty, and then the C library gives back
 * what it holds free. Each takes some 20 ms.
 */
const STEPS = ['regular', 'last-resort', 'trim'] as const;
type Step = (typeof STEPS)[number];

/** Parsers that Node keeps for the next connections; by itself it keeps 1,000, and each pins the memory around it. */
const IDLE_PARSERS = 16;

/** Milliseconds after which what is only remembered, because somebody may ask for it again, need not be remembered any more. */
export const LONG_UNUSED_MS = 60_000;

/**
 * Lets go of what is only remembered. It is called every two seconds while the process is quiet, so it has to be short.
 * @param afterWork whether the process worked until now
 * @returns whether anything went that is worth a collection
 */
export type Rest = (afterWork: boolean) => boolean;

const rests = new Set<Rest>();

/** Has `rest` called while the process is quiet. The result takes that back. */
export const whenQuiet = (rest: Rest): (() => void) => {
  rests.add(rest);
  return () => rests.delete(rest);
};

/** What is left to do at each look: everything rests while it is quiet, and what a burst or a rest left is given back, one step a look. */
export const createLook = (take: (step: Step) => void): ((busy: boolean) => void) => {
  let due: Step[] = [];
  let worked = false;
  return (busy) => {
    // Every one of them is asked, also after one that let something go.
    if (busy || [...rests].map((rest) => rest(worked)).includes(true)) due = [...STEPS];
    worked = busy;
    if (busy) return;
    const step = due.shift();
    if (step !== undefined) take(step);
  };
};

let look: ((busy: boolean) => void) | undefined;

/**
 * Has {@link createRest} collect what a burst of work left as soon as it is over. V8 collects while something is allocated; a box that has just served a
 * hundred people and then waits for the next would keep all of it.
 */
export const giveBackWhenQuiet = (): void => {
  setMaxIdleHTTPParsers(IDLE_PARSERS);
  const collect = collector();
  look = createLook((step) => (step === 'trim' ? mallocTrim() : collect({ type: 'major', flavor: step })));
};

/** A look at how much was done since the last one. Does nothing in a process that keeps its memory, as in tests. */
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
