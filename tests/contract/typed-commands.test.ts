/**
 * Checks that an SDK is not published with commands typed `any`, or with undocumented fields: the checks themselves are
 * tested with packages that are wrong on purpose.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const check = new URL('../../scripts/lib/typed-commands.mjs', import.meta.url).href;
const root = fileURLToPath(new URL('../../', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'boxwood-typed-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const CODEC = `export declare class Type<A, O> { readonly _A: A; readonly _O: O; validate(input: any): A }`;
const command = (params: string, result: string) =>
  `Readonly<{ readonly name: 'ListFiles'; readonly params: Type<${params}, ${params}>; readonly result: Type<${result}, ${result}>; readonly refusals: readonly [3] }>`;
const declarations = (listFiles: string, inTree = listFiles) => `import type { Type } from 'codecs';
export declare const ListFiles: ${listFiles};
export declare const commandTree: { readonly files: { readonly list: ${inTree} } };
export declare const createClient: (base: string) => { send(path: string): Promise<{ sum: number }> };
`;
const RIGHT = command('{ path: string }', '{ sum: number; file_list: readonly { n: string }[] }');

const place = (name: string, file: string, text: string) => {
  mkdirSync(join(work, 'node_modules', name, 'dist'), { recursive: true });
  writeFileSync(join(work, 'node_modules', name, 'package.json'), `{ "type": "module", "exports": "./dist/index.js" }`);
  writeFileSync(join(work, 'node_modules', name, 'dist', file), text);
};
const said = (question: string, sdks: Readonly<Record<string, readonly string[]>>): unknown => {
  const script = `import { readDeclarations, ${question} } from ${JSON.stringify(check)};
    console.log(JSON.stringify(${question}(readDeclarations(${JSON.stringify(work)}, ${JSON.stringify(sdks)}))));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' }),
  );
};

/**
 * Each package lies where npm would have installed it; all are checked in one run, because a compiler is slow to start.
 */
const packages: Readonly<Record<string, string | undefined>> = {
  '@boxwood/right': declarations(RIGHT),
  '@boxwood/whole-command': declarations('any', RIGHT),
  '@boxwood/parameter': declarations(command('{ path: any }', '{ sum: number }'), RIGHT),
  '@boxwood/answer': declarations(RIGHT, command('{ path: string }', '{ file_list: readonly { n: any }[] }')),
  '@boxwood/tree': declarations(RIGHT).replace(/commandTree: \{.*\}/, 'commandTree: any'),
  '@boxwood/client': declarations(RIGHT).replace('{ sum: number }', 'any'),
  '@boxwood/unreadable': `export * from './gone.js';\n${declarations(RIGHT)}`,
  '@boxwood/absent': undefined,
};

it('an untyped command, parameter, answer, tree or client is found, and nothing else', { timeout: 120_000 }, () => {
  place('codecs', 'index.d.ts', CODEC);
  for (const [name, text] of Object.entries(packages)) if (text !== undefined) place(name, 'index.d.ts', text);
  const sdks = Object.fromEntries(Object.keys(packages).map((name) => [name, ['commandTree', 'createClient']]));
  expect(said('untypedCommands', sdks)).toEqual([
    expect.stringContaining("Cannot find module './gone.js'"),
    '@boxwood/absent: no declarations',
    '@boxwood/whole-command ListFiles',
    '@boxwood/parameter ListFiles.params<0>.path',
    expect.stringMatching(/^@boxwood\/parameter ListFiles\.params<1>\.path$/),
    '@boxwood/answer commandTree.files.list.result<0>.file_list<0>.n',
    '@boxwood/answer commandTree.files.list.result<1>.file_list<0>.n',
    '@boxwood/tree commandTree',
    '@boxwood/client createClient().send()<0>',
  ]);
});

it(
  'a field of which an editor would say nothing is found, however deep it lies, and nothing else',
  { timeout: 120_000 },
  () => {
    place('codecs', 'index.d.ts', CODEC);
    const item = 'readonly {\n/** Name. */\nn: string; s: number }[]';
    place(
      '@boxwood/mute',
      'index.d.ts',
      declarations(
        command(
          '{\n/** The folder. */\npath: string } | { id: string }',
          `{\n/** Entries. */\nlist: ${item}; of?: string }`,
        ),
        command('{\n/** The folder. */\npath: string }', '{ sum: number }'),
      ).replace(
        '};',
        '};\nexport declare const Item: Type<{ k: number }, unknown>;\nexport declare const plain: { x: number };',
      ),
    );
    expect(said('muteFields', { '@boxwood/mute': ['commandTree'] })).toEqual([
      '@boxwood/mute ListFiles.params.id',
      '@boxwood/mute ListFiles.result.list.s',
      '@boxwood/mute ListFiles.result.of',
      '@boxwood/mute commandTree.files.list.result.sum',
      '@boxwood/mute Item.k',
    ]);
  },
);
