/** Every `ts` example in a doc comment of the SDKs compiles against the SDK as it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What an example may use without saying where it comes from: a client, and values only its reader has. */
const VALUES = ['token', 'key', 'password', 'code', 'appIdSecurity', 'appKey', 'verifier', 'uuid'];
const PRELUDES: Readonly<Record<string, string>> = {
  'box-sdk': `import * as entry from '@boxwood/box-sdk';
import * as messages from '@boxwood/box-sdk/messages';
import * as rules from '@boxwood/box-sdk/rules';
const sdk = { ...entry, ...messages, ...rules };
declare const box: entry.BoxClient; declare const client: entry.Client;`,
  'account-sdk': `import * as entry from '@boxwood/account-sdk';
import * as messages from '@boxwood/account-sdk/messages';
import * as rules from '@boxwood/account-sdk/rules';
const sdk = { ...entry, ...messages, ...rules };
declare const account: entry.AccountClient; declare const client: entry.Client;`,
};

interface Example {
  readonly name: string;
  readonly code: string;
}

/** Examples of one source file, named after file and line. */
const examplesIn = (file: string): readonly Example[] => {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/^ *\* ```ts\n((?: *\*.*\n)*?) *\* ```$/gm)].map((match) => ({
    name: `${file.slice(root.length)}:${source.slice(0, match.index).split('\n').length}`,
    code: (match[1] ?? '').replaceAll(/^ *\* ?/gm, ''),
  }));
};

it.each(Object.keys(PRELUDES))('every example in the documentation of %s compiles', { timeout: 120_000 }, (name) => {
  const folder = join(root, 'packages', name);
  const examples = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => examplesIn(join(folder, 'src', file)));
  expect(examples.length).toBeGreaterThan(0);
  const exported = (code: string, all: readonly string[]) =>
    all.filter((one) => new RegExp(`\\b${one}\\b`).test(code)).join(', ');

  const read = ts.readConfigFile(join(folder, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, folder);
  const settings: ts.CompilerOptions = {
    ...options,
    noEmit: true,
    composite: false,
    incremental: false,
    emitDeclarationOnly: false,
    declaration: false,
    noUnusedLocals: false,
    module: ts.ModuleKind.ESNext,
    customConditions: ['@boxwood/source'],
  };
  // A first look at the SDK tells which names an example may mean.
  const entries = ['index.ts', 'messages.ts', 'rules.ts'].map((file) => join(folder, 'src', file));
  const first = ts.createProgram(entries, settings);
  const checker = first.getTypeChecker();
  const exportsOf = (entry: string): readonly ts.Symbol[] => {
    const source = first.getSourceFile(entry);
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    return module === undefined ? [] : checker.getExportsOfModule(module);
  };
  const isValue = (symbol: ts.Symbol): boolean => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return (target.flags & ts.SymbolFlags.Value) !== 0;
  };
  const names = [
    ...new Set(
      entries
        .flatMap(exportsOf)
        .filter(isValue)
        .map((symbol) => symbol.getName()),
    ),
  ];

  const files = new Map(
    examples.map(({ name: at, code }, i) => {
      const own = exported(code.replaceAll(/\b\w+:/g, ''), names);
      const free = VALUES.filter((value) => !new RegExp(`(const|let) (\\{[^}]*)?\\b${value}\\b`).test(code));
      const values = free.map((value) => `declare const ${value}: string;`).join(' ');
      const prelude = `${PRELUDES[name] ?? ''}\n${values}\n${own === '' ? '' : `const { ${own} } = sdk;`}\nexport {};\n`;
      return [join(folder, 'src', `example-${i}.ts`), { at, text: `${prelude}async () => {\n${code}\n};\n` }] as const;
    }),
  );
  const disk = ts.createCompilerHost(settings);
  const host: ts.CompilerHost = {
    ...disk,
    getSourceFile: (path, ...rest) => {
      const file = files.get(path);
      return file === undefined
        ? (first.getSourceFile(path) ?? disk.getSourceFile(path, ...rest))
        : ts.createSourceFile(path, file.text, ts.ScriptTarget.ES2023, true);
    },
    fileExists: (path) => files.has(path) || disk.fileExists(path),
    readFile: (path) => files.get(path)?.text ?? disk.readFile(path),
  };
  const program = ts.createProgram([...files.keys()], settings, host);
  const wrong = [...files.entries()].flatMap(([path, { at }]) => {
    const file = program.getSourceFile(path);
    const found =
      file === undefined ? [] : [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText }) => `${at}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
  expect(wrong).toEqual([]);
});
