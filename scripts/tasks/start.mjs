// npm start: builds the changed parts of the desktop and the box, then runs the box (with the account service inside), and builds the help of the
// desktop in the background.
import { spawn } from 'node:child_process';
import { buildChanged } from '../lib/build.mjs';
import { root, toolEnv } from '../tools.mjs';

await buildChanged(['desktop', 'box']);
const child = spawn('node', ['apps/box/dist/main.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // Started by hand, it prints only the line with the address; a service logs more.
  env: { BOXWOOD_LOG: 'warn', ...toolEnv(), INIT_CWD: process.env.INIT_CWD ?? process.cwd() },
});
// A separate process: its errors are printed, and the box keeps running.
spawn('node', ['scripts/tasks/build.mjs', 'help'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: toolEnv(),
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
