// npm start: builds the desktop and the box where they changed, then runs the box (with the account service inside).
import { spawn } from 'node:child_process';
import { buildChanged } from '../lib/build.mjs';
import { root, toolEnv } from '../tools.mjs';

buildChanged(['desktop', 'help', 'box']);
const child = spawn('node', ['apps/box/dist/main.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // Whoever starts it by hand reads the one line with the address; a service logs more.
  env: { BOXWOOD_LOG: 'warn', ...toolEnv(), INIT_CWD: process.env.INIT_CWD ?? process.cwd() },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
