// Brings the pinned Node and pnpm into .tools/ so that any machine with Node >= 20 and npm is enough.
// Runs under the machine's own Node: only built-in modules here.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const NODE_VERSION = '24.21.0';
export const PNPM_VERSION = '12.21.0';
const toolsDir = join(root, '.tools');
const binDir = join(toolsDir, 'bin');

/** The environment in which every tool of the workspace runs: Node 24 and pnpm first on the PATH. */
export const toolEnv = () => ({
  ...process.env,
  PATH: [binDir, join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
});

const linkBin = (name, target) => {
  const link = join(binDir, name);
  rmSync(link, { force: true });
  symlinkSync(target, link);
};

/** Installs Node and pnpm once; later calls only read the stamp. */
export const ensureTools = () => {
  const stamp = join(toolsDir, 'stamp');
  const wanted = `node@${NODE_VERSION} pnpm@${PNPM_VERSION}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error(`Bringing Node ${NODE_VERSION} and pnpm ${PNPM_VERSION} (once) ...`);
  mkdirSync(binDir, { recursive: true });
  writeFileSync(join(toolsDir, 'package.json'), '{ "private": true }\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['install', '--prefix', toolsDir, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync(npm, [...args, `node@${NODE_VERSION}`, `pnpm@${PNPM_VERSION}`], {
    cwd: toolsDir,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) fail('Could not install Node and pnpm with npm. Is the npm registry reachable?');
  linkBin('node', join(toolsDir, 'node_modules', 'node', 'bin', 'node'));
  linkBin('pnpm', join(toolsDir, 'node_modules', '.bin', 'pnpm'));
  writeFileSync(stamp, wanted);
};

/** Installs the workspace from the lockfile when the lockfile changed since the last time. */
export const ensureInstalled = () => {
  const stamp = join(root, 'node_modules', '.boxwood-installed');
  const digest = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .update(readFileSync(join(root, 'pnpm-workspace.yaml')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  console.error('Installing packages from the lockfile ...');
  run('pnpm', ['install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn']);
  writeFileSync(stamp, digest);
};

/** Runs a tool of the workspace; a failure ends this process with its exit code. */
export const run = (command, args, options = {}) => {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: toolEnv(), ...options });
  if (done.error) fail(`${command}: ${done.error.message}`);
  if (done.status !== 0) process.exit(done.status ?? 1);
};

/** Runs a tool whose words matter to nobody unless it fails; then they are shown, and this process ends. */
export const runQuietly = (command, args, options = {}) => {
  const done = spawnSync(command, args, {
    cwd: root,
    env: toolEnv(),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    ...options,
  });
  if (done.error === undefined && done.status === 0) return;
  console.error(`${done.stdout ?? ''}${done.stderr ?? ''}`);
  fail(`${command} ${args.join(' ')}: ${done.error?.message ?? `ended with ${done.status ?? done.signal}`}`);
};

export const fail = (message) => {
  console.error(message);
  process.exit(1);
};

export const output = (command, args) =>
  execFileSync(command, args, { cwd: root, env: toolEnv(), encoding: 'utf8' }).trim();
