/** What keeps an SDK from being published with commands that are typed `any`: the check itself, with packages that are wrong on purpose. */
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

/** Each package lies where npm would have put it; all are checked at once, because a compiler is slow to start. */
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
  const place = (name: string, file: string, text: string) => {
    mkdirSync(join(work, 'node_modules', name, 'dist'), { recursive: true });
    writeFileSync(
      join(work, 'node_modules', name, 'package.json'),
      `{ "type": "module", "exports": "./dist/index.js" }`,
    );
    writeFileSync(join(work, 'node_modules', name, 'dist', file), text);
  };
  place('codecs', 'index.d.ts', CODEC);
  for (const [name, text] of Object.entries(packages)) if (text !== undefined) place(name, 'index.d.ts', text);
  const sdks = Object.fromEntries(Object.keys(packages).map((name) => [name, ['commandTree', 'createClient']]));
  const script = `import { untypedCommands } from ${JSON.stringify(check)};
    console.log(JSON.stringify(untypedCommands(${JSON.stringify(work)}, ${JSON.stringify(sdks)})));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual([
    expect.stringContaining("Cannot find module './gone.js'"),
    '@boxwood/whole-command ListFiles',
    '@boxwood/parameter ListFiles.params<0>.path',
    expect.stringMatching(/^@boxwood\/parameter ListFiles\.params<1>\.path$/),
    '@boxwood/answer commandTree.files.list.result<0>.file_list<0>.n',
    '@boxwood/answer commandTree.files.list.result<1>.file_list<0>.n',
    '@boxwood/tree commandTree',
    '@boxwood/client createClient().send()<0>',
    '@boxwood/absent: no declarations',
  ]);
});
