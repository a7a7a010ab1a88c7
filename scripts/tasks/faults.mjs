// npm run faults [-- name ...]: the fault suite at its full size, against a real box: 300 uploads and 100 tasks interrupted by SIGKILL, and more.
// FAULT_UPLOADS, FAULT_RUNS, FAULT_DISK, FAULT_RESTARTS and FAULT_CUTS set other numbers; npm test uses small ones. FAULT_SYNCS=all removes every sync
// of the box once and requires a test to notice: `npm run faults -- order`.
import { buildChanged } from '../lib/build.mjs';
import { ensureSystemTools } from '../lib/system-tools.mjs';
import { run, toolEnv } from '../tools.mjs';

await buildChanged(['sdk', 'cli']);
ensureSystemTools();
const asked = process.argv.slice(2);
const files = asked.length === 0 ? ['faults'] : asked.map((name) => `faults/${name}`);
run('vitest', ['run', '--config', 'tests/vitest.config.ts', ...files], {
  env: {
    FAULT_UPLOADS: '300',
    FAULT_RUNS: '100',
    FAULT_RESTARTS: '6',
    FAULT_DISK: '300',
    FAULT_CUTS: '200',
    FAULT_SYNCS: 'all',
    ...toolEnv(),
  },
});
