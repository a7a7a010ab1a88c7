// npm run docs: writes docs/reference/errors.md, docs/reference/commands.md and docs/reference/shapes.md from the SDKs, docs/reference/verbs.md and boxwood(1) from the command line, then the site with the API reference into docs-build/.
// With --check only says which of these pages differ, and fails; with --site DIR only writes the site, without the reference.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSite } from '../lib/docs-site.mjs';
import { constantComments, plainWords } from '../lib/source-fields.mjs';
import { shapesPage } from '../lib/shape-pages.mjs';
import { manPage, verbsPage } from '../lib/verb-pages.mjs';
import { fail, root, run } from '../tools.mjs';

const site = process.argv.indexOf('--site');
if (site > 0) {
  const pages = buildSite(resolve(process.argv[site + 1]));
  console.log(`Wrote ${pages.length} pages`);
  process.exit(0);
}

const CONDITION = '--conditions=@boxwood/source';
// The SDKs are read from source, which needs the workspace's export condition from the start of the process.
if (!process.execArgv.includes(CONDITION)) {
  run('node', [CONDITION, '--disable-warning=ExperimentalWarning', ...process.argv.slice(1)]);
  process.exit(0);
}

const source = (path) => import(join(root, path));
const box = await source('packages/box-sdk/src/index.ts');
const words = await source('packages/box-sdk/src/messages.ts');
const account = await source('packages/account-sdk/src/index.ts');

const cell = (text) => String(text).replaceAll('|', '\\|');
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
const code = (text) => `\`${text}\``;

const WRITTEN = 'Written by `npm run docs` from the SDKs; a test fails when it is not up to date. Do not edit.';

const FAMILIES = {
  GEN: 'the box in general',
  PLG: 'plugins',
  APP: 'containers',
  TSK: 'tasks, downloads, backups, tasks of cloud drives',
  ALB: 'albums and the media library',
  OPS: 'a running operation (`tb_code` of a task)',
  ACC: 'the account service, and signing in at a box',
  BDU: 'cloud drives',
  RPC: 'the downloader’s JSON-RPC',
};
/** Codes lie within these numbers; what has no words of its own is asked for and left out. */
const LOWEST = -40_000;
const HIGHEST = 40_000;

const message = (key) => words.boxCatalogue[key];
const codesOf = (family) => {
  const rows = [];
  for (let number = LOWEST; number <= HIGHEST; number += 1) {
    const key = words.messageKeyOf(family, number);
    if (key !== 'generic.unknown' && key !== 'account.other') rows.push([number, key]);
  }
  return rows;
};
/** What code calls a number: `GEN.path`. Those that every box call can answer are of GEN. */
const namesOf = (family, number) => {
  const own = Object.entries(box.CODES[family]).filter(([, each]) => each === number);
  const [known, rows] =
    own.length > 0 ? [family, own] : ['GEN', Object.entries(box.CODES.GEN).filter(([, each]) => each === number)];
  return rows.map(([name]) => code(`${known}.${name}`)).join(' ');
};
const codeTable = (family, rows) =>
  table(
    ['code', 'name', 'key', 'English', 'Chinese'],
    rows.map(([number, key]) => [number, namesOf(family, Number(number)), code(key), message(key).en, message(key).zh]),
  );

const errorsPage = () => {
  const families = Object.entries(FAMILIES).flatMap(([family, about]) =>
    family === 'OPS'
      ? [
          `## ${family}: ${about}`,
          ...Object.entries(words.OPERATION_ERRORS).flatMap(([group, codes]) => [
            `### ${group}`,
            codeTable(family, Object.entries(codes)),
          ]),
        ]
      : [`## ${family}: ${about}`, codeTable(family, codesOf(family))],
  );
  const named = Object.entries(words.boxCatalogue).filter(([key]) => /^(failure|disk)\./.test(key));
  return [
    '# Errors',
    WRITTEN,
    "A refusal is a number within a family; the same number means different things in different families, so look up both. The family of a command is in its declaration and in [the index of commands](commands.md). `errorText(error, locale)` of `@boxwood/box-sdk/messages` gives these words. Code says the name (`import { GEN } from '@boxwood/box-sdk'`), never the number.",
    `A number that is not listed reads “${message('generic.unknown').en}”, in ACC “${message('account.other').en}”.`,
    ...families,
    '## What is no refusal, and names without a number',
    'Failures on the way (no connection, no answer in time, ...) and the names that `driveErrorOf` gives to refusals of the file commands.',
    table(
      ['key', 'English', 'Chinese'],
      named.map(([key, { en, zh }]) => [code(key), en, zh]),
    ),
  ].join('\n\n');
};

/** Areas whose commands the box refuses as not offered, as its list of handlers names them. */
const notOffered = new Set(
  [...readFileSync(join(root, 'apps/box/src/features.ts'), 'utf8').matchAll(/notOffered\(commandTree\.(\w+)\)/g)].map(
    ([, area]) => area,
  ),
);

/** The first sentence of what a source says of a command. */
const sentenceOf = (comment = '') => /^(.*?\.)(?:\s|$)/.exec(plainWords(comment))?.[1] ?? '';
const said = new Map(
  ['box-sdk', 'account-sdk'].flatMap((name) => [...constantComments(join(root, 'packages', name, 'src'))]),
);

const areaTables = (tree, prefix, missing) =>
  Object.entries(tree).flatMap(([area, verbs]) => [
    `### ${area}${missing.has(area) ? ' (not offered by this box yet)' : ''}`,
    table(
      ['call', 'what it does', 'command', 'endpoint', 'word', 'who', 'repeated', 'family', 'refusals'],
      Object.entries(verbs).map(([verb, command]) => [
        code(`${prefix}.${area}.${verb}`),
        sentenceOf(said.get(command.name)),
        code(command.name),
        code(`${command.method} ${command.path}`),
        command.cmd === null ? '' : code(command.cmd),
        command.access,
        command.idempotent ? 'yes' : 'no',
        command.errors,
        command.refusals.join(' '),
      ]),
    ),
  ]);

const count = (tree) => Object.values(tree).reduce((sum, area) => sum + Object.keys(area).length, 0);

const commandsPage = () =>
  [
    '# Commands',
    WRITTEN,
    'Every command by area and verb, as a client offers it. “Repeated” says whether the client may send it again after a failure of the network. The refusals are those of the declaration; 13 no privilege, 18 no session, 19 version and 20 not JSON can come from any call to the box. Words are in [errors](errors.md), what each call takes and answers in [shapes](shapes.md), with examples in the API reference (`npm run docs` writes it into `docs-build/api`).',
    `## The box (\`@boxwood/box-sdk\`, ${count(box.commandTree)} commands)`,
    ...areaTables(box.commandTree, 'box', notOffered),
    `## The account service (\`@boxwood/account-sdk\`, ${count(account.commandTree)} commands)`,
    ...areaTables(account.commandTree, 'account', new Set()),
  ].join('\n\n');

const { createProgram } = await source('apps/cli/src/program.ts');
const pages = {
  'docs/reference/errors.md': errorsPage,
  'docs/reference/commands.md': commandsPage,
  'docs/reference/shapes.md': () => shapesPage(WRITTEN),
  'docs/reference/verbs.md': () => verbsPage(createProgram('en'), 'en'),
  'docs/reference/verbs.zh-CN.md': () => verbsPage(createProgram('zh-CN'), 'zh-CN'),
  'apps/cli/man/boxwood.1': () =>
    manPage(createProgram('en'), JSON.parse(readFileSync(join(root, 'apps/cli/package.json'), 'utf8')).version),
};
const check = process.argv.includes('--check');
const stale = [];
for (const [name, write] of Object.entries(pages)) {
  const file = join(root, name);
  const text = `${write()}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  stale.push(name);
  if (!check) writeFileSync(file, text);
}
if (check) {
  if (stale.length > 0) fail(`Not up to date: ${stale.join(', ')}. Run \`npm run docs\`.`);
  console.log('The generated pages are up to date.');
} else {
  console.log(stale.length === 0 ? 'The generated pages were up to date.' : `Wrote ${stale.join(', ')}`);
  // The packages meet each other as project references, by what was last compiled of them.
  run('tsc', ['-b', 'packages/box-sdk', 'packages/account-sdk']);
  run('typedoc', ['--logLevel', 'Warn']);
  buildSite(join(root, 'docs-build'), { api: true });
  console.log('Open docs-build/index.html');
}
