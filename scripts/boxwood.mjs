// Entry point of the workspace: `node scripts/boxwood.mjs <task> [...args]`; package.json names the tasks.
// Runs under any Node >= 20, installs the tools, then runs scripts/tasks/<task>.mjs under Node 24.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { ensureInstalled, ensureTools, fail, root, toolEnv } from './tools.mjs';

const [task = '', ...args] = process.argv.slice(2);
const file = join(root, 'scripts', 'tasks', `${task}.mjs`);
if (!/^[a-z]+$/.test(task) || !existsSync(file)) fail(`Unknown task "${task}".`);
ensureTools();
ensureInstalled();
const child = spawn('node', ['--disable-warning=ExperimentalWarning', file, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: toolEnv(),
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal === null ? code : 1));
