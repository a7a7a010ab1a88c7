// npm run audit: reports known vulnerabilities of the dependencies of the box, the desktop and the SDKs, and fails if there are any. If
// the registry cannot be reached, it says so and does not fail.
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
if (asked.status === 0) console.log('No known vulnerabilities in the dependencies.');
else if (trouble === undefined) {
  console.log(said);
  process.exitCode = 1;
} else console.log(`Known vulnerabilities were not checked: the registry did not answer (${trouble}).`);
