'use strict';
/**
 * Loaded into every Node process and thread of a recorded run (`NODE_OPTIONS=--require`). TEST_RECORD is the folder to write to; TEST_FILE the test
 * file, which child processes inherit. Each line is appended in one write, so that nothing is lost when the process is killed:
 * `T test`, `S n source`, `n i` (function i of source n was called), `N what` (noted by name).
 */
const folder = process.env.TEST_RECORD;
if (folder) {
  const { openSync, writeSync } = require('node:fs');
  const { threadId } = require('node:worker_threads');
  const out = openSync(`${folder}/${process.pid}-${threadId}-${Date.now()}.txt`, 'a');
  writeSync(out, `T ${process.env.TEST_FILE ?? '-'}\n`);
  /** The functions of each source that were called. */
  const seen = [];
  const names = [];
  const noted = new Set();
  globalThis.__hits = (source) => {
    const n = names.push(source) - 1;
    seen[n] = new Set();
    writeSync(out, `S ${n} ${source}\n`);
    return (i) => {
      if (seen[n].has(i)) return;
      seen[n].add(i);
      writeSync(out, `${n} ${i}\n`);
    };
  };
  globalThis.__note = (what) => {
    if (noted.has(what)) return;
    noted.add(what);
    writeSync(out, `N ${what}\n`);
  };
  /** Whether a mutant is switched on (scripts/lib/mutant-switches.mjs). */
  globalThis.__mutant = (number) => {
    globalThis.__note(`mutant ${number}`);
    return String(number) === process.env.MUTANT;
  };
  /** Another test file begins in this process: the functions report their first call again. */
  globalThis.__beginRecord = (test) => {
    for (const each of seen) each.clear();
    noted.clear();
    process.env.TEST_FILE = test;
    writeSync(out, `T ${test}\n`);
  };
}
