// npm run audit: known weaknesses of what a box, its desktop and the SDKs stand on. Fails when there are some; where the registry cannot be
// asked it says so and does not fail, because then nothing was learnt about this code.
import { spawnSync } from 'node:child_process';
import { root, toolEnv } from '../tools.mjs';

const LONGEST_MS = 20_000;
const asked = spawnSync('pnpm', ['audit', '--prod', ...process.argv.slice(2)], {
  cwd: root,
  env: toolEnv(),
  encoding: 'utf8',
  timeout: LONGEST_MS,
});
const said = `${asked.stdout}${asked.stderr}`.trim();
const trouble = asked.error?.code ?? /ERR_PNPM_\w+|E(?:NOTFOUND|CONNREFUSED|TIMEDOUT|AI_AGAIN)/.exec(said)?.[0];
if (asked.status === 0) console.log('No known weakness in the dependencies.');
else if (trouble === undefined) {
  console.log(said);
  process.exitCode = 1;
} else console.log(`Not asked for known weaknesses: the registry gave no answer (${trouble}).`);
