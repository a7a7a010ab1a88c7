// npm run sdkcheck: checks that the SDKs can be published. Packs them, checks the tarballs, measures the size of an
// import, and uses them in an empty project under the oldest and the newest supported Node, also against a running box.
import { execFileSync } from 'node:child_process';
import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'tsdown';
import { buildChanged } from '../lib/build.mjs';
import { withBox } from '../lib/live-box.mjs';
import { oldestNode } from '../lib/oldest-node.mjs';
import { installPacked, packSdks, refuseUntold } from '../lib/packed-sdks.mjs';
import { numberedLines } from '../lib/public-words.mjs';
import { fail, root, run } from '../tools.mjs';

/** Maximum size of a bundled and minified import, in bytes of gzip. The same as in .size-limit.json. */
const SIZES = {
  'few-commands': {
    limit: 7000,
    source: `import { createClient, ListFiles, fetchTransport } from '@boxwood/box-sdk';
export default [createClient, ListFiles, fetchTransport];`,
  },
  'all-box-commands': {
    limit: 30_000,
    source: `import { commandTree, createBoxClient, fetchTransport } from '@boxwood/box-sdk';
export default [commandTree, createBoxClient, fetchTransport];`,
  },
  'all-account-commands': {
    limit: 30_000,
    source: `import { commandTree, createAccountClient, fetchTransport } from '@boxwood/account-sdk';
export default [commandTree, createAccountClient, fetchTransport];`,
  },
};

const work = mkdtempSync(join(tmpdir(), 'boxwood-sdk-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

const lint = (tarballs) => {
  for (const { file } of tarballs) {
    run('publint', ['run', file, '--strict']);
    run('attw', [file, '--profile', 'esm-only', '--format', 'ascii', '--quiet']);
  }
};

const CONSUMER = `import { createBoxClient, fetchTransport, ListFiles, matchBoxError } from '@boxwood/box-sdk';
import type { BoxError, FilePage, ResultOf } from '@boxwood/box-sdk';
import { createAccountClient } from '@boxwood/account-sdk';
import { createRouter } from '@boxwood/box-sdk/server';
import { createSimulatedBox, manualClock } from '@boxwood/box-simulator';
import type { SimulatedBox } from '@boxwood/box-simulator';
export const literal: Promise<SimulatedBox> = createSimulatedBox({ model: 'N3', clock: manualClock(), faults: ['cut-put@1MB'] });
// @ts-expect-error no such model
export const none = createSimulatedBox({ model: 'N4' });
const box = createBoxClient({ baseUrl: 'http://box.test', transport: fetchTransport() });
export const page: Promise<FilePage> = box.files.list({ path: '/a', count: 1, hasbaseinfo: 0 });
export const same: Promise<ResultOf<typeof ListFiles>> = box.send(ListFiles, { path: '/a', count: 1, hasbaseinfo: 0 });
// @ts-expect-error a parameter is missing
export const wrong = box.files.list({ path: '/a', count: 1 });
export const words = (error: BoxError): string =>
  matchBoxError({ Network: () => 'n', Timeout: () => 't', Aborted: () => 'a', Http: () => 'h', Malformed: () => 'm', Refused: (e) => String(e.code) })(error);
export { createAccountClient, createRouter };
`;

/** Published comments contain no requirement numbers. */
const refuseNumbers = (project) => {
  const packages = join(project, 'node_modules', '@boxwood');
  const files = readdirSync(packages, { recursive: true }).filter((name) => /\.(?:js|d\.ts)$/.test(name));
  const found = files.flatMap((name) =>
    numberedLines(readFileSync(join(packages, name), 'utf8')).map((line) => `${name}: ${line.trim()}`),
  );
  for (const line of found.slice(0, 20)) console.error(line);
  if (found.length > 0)
    fail(
      `${found.length} comments contain requirement numbers, which mean nothing to users (scripts/lib/public-words.mjs).`,
    );
};

/** Node 24 of the workspace, and the oldest that the SDKs support. */
const nodes = [process.execPath, oldestNode()].filter((node) => node !== null);
const plain = { PATH: '/usr/bin:/bin' };

const use = (project) => {
  copyFileSync(join(root, 'scripts', 'lib', 'sdk-smoke.mjs'), join(project, 'smoke.mjs'));
  for (const node of nodes) run(node, ['smoke.mjs'], { cwd: project, env: plain });
  const help = execFileSync(join(project, 'node_modules', '.bin', 'boxwood-simulator'), ['--help'], {
    env: { PATH: `${dirname(process.execPath)}:${plain.PATH}` },
    encoding: 'utf8',
  });
  assert.match(help, /--fault/);
  writeFileSync(join(project, 'consumer.ts'), CONSUMER);
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      module,
      moduleResolution: resolution,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    run('tsc', ['-p', '.'], { cwd: project });
  }
};

/** A script with the packed SDKs in an empty project lists a folder of a running box. Compares it with the disk. */
const meetBox = (project) =>
  withBox(async ({ origin, code, dataDir }) => {
    const user = 'annabel';
    const password = 'hedge-in-june';
    copyFileSync(join(root, 'scripts', 'lib', 'sdk-live.mjs'), join(project, 'live.mjs'));
    const sdk = await import(pathToFileURL(join(project, 'node_modules', '@boxwood', 'box-sdk', 'dist', 'index.js')));
    const box = sdk.createBoxClient({ baseUrl: origin, transport: sdk.fetchTransport() });
    await box.session.setUp({ code, boxname: 'Test box', username: user, password });
    for (const [at, node] of nodes.entries()) {
      const args = ['live.mjs', origin, user, password, `/mnt/usb1/${user}/scripts`];
      const listed = JSON.parse(execFileSync(node, args, { cwd: project, env: plain, encoding: 'utf8' }));
      const folder = join(dataDir, 'usb1', user, 'scripts');
      const onDisk = readdirSync(folder).map((name) => ({ name, size: statSync(join(folder, name)).size }));
      const byName = (one, other) => (one.name < other.name ? -1 : 1);
      assert.deepEqual(listed.toSorted(byName), onDisk.toSorted(byName));
      assert.equal(listed.length, at + 1);
      const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
      console.log(`node ${version}: listed ${listed.length} files of a running box, equal to its disk`);
    }
  });

const measure = async (project) => {
  const out = join(root, '.cache', 'size');
  mkdirSync(out, { recursive: true });
  for (const [name, { limit, source }] of Object.entries(SIZES)) {
    const entry = join(project, `${name}.mjs`);
    writeFileSync(entry, source);
    await build({
      config: false,
      cwd: project,
      tsconfig: false,
      entry: [entry],
      outDir: join(out, name),
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
      minify: true,
      dts: false,
      clean: true,
      logLevel: 'error',
      deps: { alwaysBundle: [/.*/], onlyBundle: false },
      inputOptions: { resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] } },
    });
    const files = readdirSync(join(out, name));
    if (files.length !== 1) fail(`${name} became ${files.length} files`);
    const size = gzipSync(readFileSync(join(out, name, files[0]))).length;
    console.log(`${name}: ${size} bytes of ${limit}`);
    if (size > limit) fail(`${name} is too large`);
  }
  run('size-limit', []);
};

await buildChanged(['sdk']);
const tarballs = packSdks(work);
lint(tarballs);
const project = installPacked(tarballs, work);
refuseUntold(project);
refuseNumbers(project);
use(project);
await meetBox(project);
await measure(project);
