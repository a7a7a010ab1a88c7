// Third-party notices of a release, with the texts that the licences require, also for packages inside the bundles.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from '../tools.mjs';
import { locate } from './vendor.mjs';

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const FILES = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** The licence texts of a package, also those in a folder of licences. */
const textsOf = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && FILES.test(entry.name) && !/\.(?:[cm]?[jt]s|json)$/.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim());

/** Every third-party package that the named parts of this workspace need at run time, by name and version, and named packages that `from` uses without a run-time dependency. */
export const standsOn = (parts, others = [], from = 'apps/box') => {
  const seen = new Set();
  const found = new Map();
  const take = (folder, isOurs) => {
    if (seen.has(folder)) return;
    seen.add(folder);
    const {
      name,
      version,
      license = 'unknown',
      author = '',
      dependencies = {},
      optionalDependencies = {},
    } = manifestOf(folder);
    if (!isOurs)
      found.set(`${name} ${version}`, { name, version, license, texts: textsOf(folder), by: author.name ?? author });
    for (const [each, wanted] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      const next = locate(each, folder);
      if (next !== undefined) take(next, wanted.startsWith('workspace:'));
      else if (!(each in optionalDependencies)) fail(`${each} of ${name} is not installed`);
    }
  };
  for (const part of parts) {
    const folder = join(root, part);
    if (!existsSync(folder)) fail(`no ${part}`);
    take(folder, true);
  }
  for (const name of others) take(locate(name, join(root, from)) ?? fail(`no ${name}`), false);
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
};

/** `THIRD-PARTY.md`: a table, then every text once, with its packages. */
export const noticesOf = (packages, about) => {
  const texts = new Map();
  for (const { name, version, texts: own } of packages)
    for (const text of own) texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
  return [
    '# What others wrote',
    about,
    [
      '| package | version | licence |',
      '|---|---|---|',
      ...packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`),
    ].join('\n'),
    ...packages
      .filter((each) => each.texts.length === 0)
      .map(
        ({ name, version, license, by }) =>
          `## ${name} ${version}\n\nContains no licence text: ${license}${by === '' ? '' : `, by ${by}`}.`,
      ),
    ...[...texts].map(
      ([text, names]) => `## ${names.join(', ')}\n\n\`\`\`text\n${text.replaceAll('```', "'''")}\n\`\`\``,
    ),
    '',
  ].join('\n\n');
};
