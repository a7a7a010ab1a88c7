// npm run mutate [-- area ...] [--sample N] [--seed N]: removes protecting lines one by one and reports those that no test notices.
// Works on a copy in .cache/mutation, one test file at a time; docs/notes/mutation.md has the results.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chosenMutants, writeSwitches } from '../lib/mutant-switches.mjs';
import { copyWorkspace, mutate } from '../lib/mutation.mjs';
import { fail, root } from '../tools.mjs';

const box = (folder, ...also) => [
  folder,
  { folder: `apps/box/src/${folder}`, project: 'box', also: also.map((test) => `apps/box/src/${test}.test.ts`) },
];
const domain = (folder) => [`domain/${folder}`, { folder: `packages/domain/src/${folder}`, project: 'domain' }];
const AREAS = new Map([
  ['command-bus', { folder: 'packages/command-bus/src', project: 'command-bus' }],
  ['command-bus/middleware', { folder: 'packages/command-bus/src', file: 'middleware.ts', project: 'command-bus' }],
  domain('store'),
  domain('uploads'),
  box('vault'),
  box('transfers'),
  box('copy', 'tasks/transfer'),
  box('journal', 'trash/trash'),
  box('trash'),
  box('tasks'),
  box('safe'),
  box('identity', 'session/door'),
  box('session'),
  box('shares', 'http/door'),
  box('http', 'session/door'),
  ['account', { folder: 'apps/account/src', project: 'account' }],
  box('archives'),
  box('downloads'),
  // Areas of whole programs, for --list and --switches; a group that is named twice has twice as many mutants.
  ['desktop', { folder: 'apps/desktop/src', project: 'desktop', groups: ['apps', 'kit', 'apps', 'shell', 'platform'] }],
  ['box/all', { folder: 'apps/box/src', project: 'box' }],
]);
const WHOLE = ['desktop', 'box/all'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '90' },
    seed: { type: 'string', default: '1' },
    survivors: { type: 'boolean', default: false },
    on: { type: 'string' },
    list: { type: 'boolean', default: false },
    switches: { type: 'string' },
  },
});
for (const name of positionals) if (!AREAS.has(name)) fail(`No area "${name}": ${[...AREAS.keys()].join(', ')}.`);

// Property tests run with few cases: they run once for every mutant.
process.env.TEST_RUNS ??= '0.02';
const home = join(root, '.cache', 'mutation');
const choice = { sample: Number(values.sample), seed: Number(values.seed), told: (line) => console.log(line) };
const say = (name, { mutants, results }) => {
  const killed = results.filter(({ state }) => state === 'killed').length;
  console.log(
    `| ${name} | ${mutants} | ${results.length} | ${killed} | ${Math.floor((100 * killed) / results.length)} % |`,
  );
};

/** A single folder, in place and without isolation, for the test of this task. */
const runOn = async (folder) => {
  const area = { folder: '.', project: null };
  say(
    folder,
    await mutate({ ...choice, tree: resolve(folder), cache: join(folder, '.cache'), area, isConfined: false }),
  );
};

const runArea = async (name, tree) => {
  const kept = join(home, `${name.replaceAll('/', '-')}.json`);
  const key = ({ file, id }) => `${file}#${id}`;
  // With --survivors only the mutants that survived the last run; the sources must be unchanged.
  const before = values.survivors ? JSON.parse(readFileSync(kept, 'utf8')) : { results: [] };
  const only = values.survivors ? new Set(before.results.filter(({ state }) => state !== 'killed').map(key)) : null;
  const result = await mutate({ ...choice, tree, cache: join(home, 'coverage'), area: AREAS.get(name), only });
  const again = new Map(result.results.map((mutant) => [key(mutant), mutant]));
  const results = values.survivors ? before.results.map((mutant) => again.get(key(mutant)) ?? mutant) : result.results;
  writeFileSync(kept, JSON.stringify({ ...result, results }, null, 1));
  say(name, { ...result, results });
};

/** `--list` prints the chosen protecting mutants; `--switches FOLDER` also writes a copy of the workspace in which MUTANT=number switches one on. */
const listMutants = () => {
  const mutants = [];
  for (const name of positionals)
    mutants.push(
      ...chosenMutants({
        tree: root,
        area: AREAS.get(name),
        seed: choice.seed,
        count: choice.sample,
        from: mutants.length + 1,
      }),
    );
  for (const { number, file, line, kind, was } of mutants) console.log(`${number} ${file}:${line} ${kind} ${was}`);
  if (values.switches === undefined) return;
  const tree = resolve(values.switches);
  copyWorkspace(root, tree);
  writeSwitches(tree, mutants);
  writeFileSync(join(tree, 'mutants.json'), JSON.stringify(mutants, null, 1));
};

if (values.list || values.switches !== undefined) listMutants();
else if (values.on !== undefined) await runOn(values.on);
else {
  const tree = join(home, `tree-${process.pid}`);
  process.on('exit', () => rmSync(tree, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
  mkdirSync(home, { recursive: true });
  copyWorkspace(root, tree);
  for (const name of positionals.length === 0 ? [...AREAS.keys()].filter((area) => !WHOLE.includes(area)) : positionals)
    await runArea(name, tree);
}
