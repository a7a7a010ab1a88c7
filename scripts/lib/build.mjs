// Builds what changed: a target is rebuilt when the contents of its inputs differ from those of its last build.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runQuietly, toolEnv } from '../tools.mjs';
import { documentTypes } from './document-types.mjs';
import { noticesOf, standsOn } from './notices.mjs';
import { speakPublicly } from './public-words.mjs';

const SKIPPED = new Set(['node_modules', 'dist', 'dist-hits', '.cache', 'coverage']);

const files = (path) => {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)]))
    .filter((file) => !/\.test\.tsx?$/.test(file));
};

const digestOf = (inputs) => {
  const hash = createHash('sha256');
  for (const input of ['pnpm-lock.yaml', 'tsconfig.base.json']) hash.update(readFileSync(join(root, input)));
  for (const file of inputs.flatMap((input) => files(join(root, input)))) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
};

/** Every build, also that of a test, is a production build. */
const build = (name, env = {}) =>
  runQuietly('pnpm', ['--filter', `@boxwood/${name}`, 'build'], {
    env: { ...toolEnv(), NODE_ENV: 'production', ...env },
  });

const SDK = ['packages/command-bus', 'packages/box-sdk', 'packages/account-sdk'];
const TARGETS = {
  desktop: {
    inputs: [...SDK, 'packages/domain', 'packages/ui', 'apps/desktop'],
    output: 'apps/desktop/dist/index.html',
    build: () => build('desktop'),
  },
  /** The documentation, which the box serves with the desktop as /help/index.html. A new desktop empties its folder. */
  help: {
    after: 'desktop',
    inputs: [
      'docs',
      'examples',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      ...['docs-site', 'highlight'].map((name) => `scripts/lib/${name}.mjs`),
    ],
    output: 'apps/desktop/dist/help/index.html',
    build: async () => {
      await runQuietly('node', ['scripts/tasks/docs.mjs', '--site', 'apps/desktop/dist/help']);
      // A running box reads the files again when the page of the desktop changed.
      utimesSync(join(root, 'apps/desktop/dist/index.html'), new Date(), new Date());
    },
  },
  box: {
    inputs: [...SDK, 'apps/account', 'apps/host', 'apps/box'],
    output: 'apps/box/dist/main.js',
    build: () => build('box'),
  },
  /** The box in which each function reports its first call (scripts/lib/hits.mjs). */
  'box-hits': {
    inputs: [...SDK, 'apps/account', 'apps/host', 'apps/box', 'scripts/lib/hits.mjs'],
    output: 'apps/box/dist-hits/main.js',
    build: () => build('box', { BUILD_HITS: '1' }),
  },
  /** The desktop in which each function reports its first call, with the same documentation. */
  'desktop-hits': {
    after: 'help',
    inputs: [...SDK, 'packages/domain', 'packages/ui', 'apps/desktop', 'docs', 'scripts/lib/hits.mjs'],
    output: 'apps/desktop/dist-hits/index.html',
    build: async () => {
      await build('desktop', { BUILD_HITS: '1' });
      cpSync(join(root, 'apps/desktop/dist/help'), join(root, 'apps/desktop/dist-hits/help'), { recursive: true });
    },
  },
  sdk: {
    // The simulator is published with the SDKs; nothing else depends on it.
    inputs: [
      ...SDK,
      'packages/box-simulator',
      ...['document-types', 'source-fields', 'public-words'].map((name) => `scripts/lib/${name}.mjs`),
    ],
    output: 'packages/box-sdk/dist/index.js',
    build: async () => {
      const names = ['command-bus', 'box-sdk', 'account-sdk', 'box-simulator'];
      for (const name of names) await build(name);
      for (const name of names) documentTypes(join(root, 'packages', name));
      for (const name of names) speakPublicly(join(root, 'packages', name, 'dist'));
    },
  },
  cli: {
    inputs: [...SDK, 'apps/cli'],
    output: 'apps/cli/dist/main.js',
    build: async () => {
      await build('cli');
      // The bundle is one file, so the packages in it are listed next to it.
      const inside = standsOn(SDK, ['commander'], 'apps/cli');
      const about = 'Packages that are bundled in `main.js`.';
      writeFileSync(join(root, 'apps/cli/dist/THIRD-PARTY.md'), noticesOf(inside, about));
    },
  },
};

/** Builds the named targets whose inputs changed, in parallel. */
export const buildChanged = async (names) => {
  const stamps = join(root, '.cache', 'build');
  mkdirSync(stamps, { recursive: true });
  const running = new Map();
  const make = async (name) => {
    const target = TARGETS[name];
    await running.get(target.after);
    const stamp = join(stamps, name);
    const digest = digestOf(target.inputs);
    const fresh = existsSync(join(root, target.output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
    if (fresh) return;
    console.error(`Building ${name} ...`);
    await target.build();
    writeFileSync(stamp, digest);
  };
  // In the order of the table, where a target comes after its dependencies.
  for (const name of Object.keys(TARGETS)) if (names.includes(name)) running.set(name, make(name));
  await Promise.all(running.values());
};

/** The targets that people use. */
export const targetNames = Object.keys(TARGETS).filter((name) => !name.endsWith('-hits'));
