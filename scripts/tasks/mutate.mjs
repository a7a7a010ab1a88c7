// npm run mutate [-- area ...] [--sample N] [--seed N]: takes protecting lines out one by one and says which of them no test misses.
// Works on a copy in .cache/mutation, one test file at a time; docs/mutation.md says what it found.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyWorkspace, mutate } from '../lib/mutation.mjs';
import { fail, root } from '../tools.mjs';

const box = (folder) => [folder, { folder: `apps/box/src/${folder}`, project: 'box', tests: 'apps/box/src', others: 8 }];
const domain = (folder) => [
  `domain/${folder}`,
  { folder: `packages/domain/src/${folder}`, project: 'domain', tests: 'packages/domain/src' },
];
const AREAS = new Map([
  ['command-bus', { folder: 'packages/command-bus/src', project: 'command-bus', tests: 'packages/command-bus/src' }],
  ...['store', 'uploads'].map(domain),
  ...['vault', 'transfers', 'copy', 'journal', 'trash', 'tasks', 'safe', 'archives', 'downloads'].map(box),
]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '80' },
    seed: { type: 'string', default: '1' },
    survivors: { type: 'boolean', default: false },
  },
});
for (const name of positionals) if (!AREAS.has(name)) fail(`No area "${name}": ${[...AREAS.keys()].join(', ')}.`);

const home = join(root, '.cache', 'mutation');
const resultsOf = (name) => join(home, `${name.replaceAll('/', '-')}.json`);
// Property tests at their smallest: they run once for every mutant.
process.env.BOXWOOD_RUNS ??= '200';
const tree = join(home, `tree-${process.pid}`);
mkdirSync(home, { recursive: true });
process.on('exit', () => rmSync(tree, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
copyWorkspace(root, tree);
for (const name of positionals.length === 0 ? AREAS.keys() : positionals) {
  // Only what survived last time, to see whether a new test kills it; the sources must not have changed since.
  const before = values.survivors ? JSON.parse(readFileSync(resultsOf(name), 'utf8')) : null;
  const only =
    before === null
      ? null
      : new Set(before.results.filter(({ state }) => state !== 'killed').map(({ file, id }) => `${file}#${id}`));
  const result = await mutate({
    tree,
    cache: join(home, 'coverage'),
    area: AREAS.get(name),
    sample: Number(values.sample),
    seed: Number(values.seed),
    only,
    told: (line) => console.log(line),
  });
  if (before !== null) {
    const again = new Map(result.results.map((mutant) => [`${mutant.file}#${mutant.id}`, mutant]));
    result.results = before.results.map((mutant) => again.get(`${mutant.file}#${mutant.id}`) ?? mutant);
    result.run = result.results.length;
    result.killed = result.results.filter(({ state }) => state === 'killed').length;
    result.score = result.killed / result.run;
  }
  writeFileSync(resultsOf(name), JSON.stringify(result, null, 1));
  console.log(
    `| ${name} | ${result.mutants} | ${result.run} | ${result.killed} | ${Math.round(result.score * 100)} % |`,
  );
}
