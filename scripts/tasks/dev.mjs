// npm run dev: the box (with the account service inside) restarts and the desktop reloads when their sources change.
import { spawn } from 'node:child_process';
import { root, toolEnv } from '../tools.mjs';

const BOX_PORT = process.env.BOXWOOD_BOX_PORT ?? '6901';
const env = {
  ...toolEnv(),
  INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
  BOXWOOD_BOX: `http://127.0.0.1:${BOX_PORT}`,
};
const box = spawn(
  'node',
  [
    '--watch',
    '--disable-warning=ExperimentalWarning',
    '--conditions=@boxwood/source',
    'apps/box/src/bin/main.ts',
    '--port',
    BOX_PORT,
    '--host',
    '127.0.0.1',
    '--demo',
    '--data',
    'data/dev',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env },
);
const desktop = spawn('vite', ['--port', '6900', '--strictPort'], {
  cwd: `${root}/apps/desktop`,
  stdio: 'inherit',
  env,
});

const stop = () => {
  box.kill('SIGTERM');
  desktop.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of [box, desktop]) child.on('exit', stop);
