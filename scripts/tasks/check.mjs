// npm run check: format, lint, types, layers, dead code and the coverage table, in parallel; prints only failures.
// Lint checks only changed files; a fresh clone, as in CI, checks all of them.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolEnv } from '../tools.mjs';

mkdirSync(join(root, '.cache'), { recursive: true });
const cached = (name) => ['--cache', '--cache-strategy', 'content', '--cache-location', `.cache/${name}`];
// The longest tasks start first.
const checks = [
  ['rules of this project', 'eslint', [...cached('eslint'), '--max-warnings', '0', '.']],
  // Two packages at once; more checkers in one package would read the same declarations again.
  ['types', 'tsc', ['-b', '--builders', '2', '--checkers', '1']],
  ['lint with types', 'oxlint', ['--deny-warnings', '--threads', '2']],
  ['layers', 'depcruise', ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'packages', 'apps']],
  ['dead code', 'knip', []],
  ['code that only tests use', 'node', ['scripts/check-unused.mjs']],
  ['format', 'prettier', ['--check', '--log-level', 'warn', ...cached('prettier'), '.']],
  ['coverage table', 'node', ['scripts/check-coverage.mjs']],
];

const start = ([name, command, args]) =>
  new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(command, args, { cwd: root, env: toolEnv(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ name, ok: false, output: error.message, seconds: 0 }));
    child.on('exit', (code) => resolve({ name, ok: code === 0, output, seconds: (Date.now() - started) / 1000 }));
  });

// Two at a time: the reference machine has two cores.
const queue = [...checks];
const results = [];
const worker = async () => {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) results.push(await start(next));
};
await Promise.all([worker(), worker()]);
for (const { name, ok, output, seconds } of results) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output);
}
process.exit(results.every((result) => result.ok) ? 0 : 1);
