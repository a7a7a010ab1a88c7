import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandSpec } from '@boxwood/command-bus';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { commandTree } from './command-tree.ts';
import * as index from './index.ts';
import * as messages from './messages.ts';
import * as rules from './rules.ts';

const entries = { 'index.ts': index, 'messages.ts': messages, 'rules.ts': rules };
const src = fileURLToPath(new URL('.', import.meta.url));

interface Example {
  readonly file: string;
  readonly code: string;
}

const sourceFiles = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);

/** The `@example` blocks of all sources, without their comment stars. */
const examples: readonly Example[] = sourceFiles.flatMap((file) => {
  const blocks = readFileSync(join(src, file), 'utf8').matchAll(/@example\n \* ```ts\n([\s\S]*?) \* ```/g);
  return [...blocks].map(([, block = '']) => ({ file, code: block.replaceAll(/^ \* ?/gm, '') }));
});

/** Texts that an example may take for granted. */
const names = ['password', 'token', 'code', 'verifier', 'uuid', 'appIdSecurity', 'appKey', 'key'];

const program = (code: string): string => {
  const declared = (name: string) => new RegExp(`(const|let) (\\{[^}]*\\b)?${name}\\b`).test(code);
  const free = names.filter((name) => !declared(name)).map((name) => `declare const ${name}: string;`);
  const box = declared('box') ? '' : 'declare const box: Box;';
  return `${box}\n${free.join('\n')}\nasync function example() {\n${code}\n}\nvoid example;`;
};

describe('documentation', () => {
  it('every example of the sources compiles', { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'boxwood-examples-'));
    try {
      const files = examples.map(({ file, code }, i) => {
        const path = join(folder, `${String(i).padStart(3, '0')}.ts`);
        writeFileSync(path, `// ${file}\n${importsOf(code)}${program(code)}\nexport {};\n`);
        return path;
      });
      const options: ts.CompilerOptions = {
        ...{
          target: ts.ScriptTarget.ES2023,
          module: ts.ModuleKind.ESNext,
          moduleResolution: ts.ModuleResolutionKind.Bundler,
        },
        ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true },
        // What needs a file system has an entry of its own.
        ...{ types: ['node'], typeRoots: [join(src, '../../../node_modules/@types')] },
        paths: { '@boxwood/box-sdk/node': [join(src, 'node.ts')] },
        ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, customConditions: ['@boxwood/source'] },
        lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      };
      const found = ts.getPreEmitDiagnostics(ts.createProgram(files, options)).map((diagnostic) => {
        const first = diagnostic.file?.text.split('\n')[0] ?? '';
        return `${first} ${ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')}`;
      });
      expect(found).toEqual([]);
      expect(examples.length).toBeGreaterThan(200);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('every command has an example', () => {
    const sources = sourceFiles.map((file) => readFileSync(join(src, file), 'utf8')).join('\n');
    const names = Object.values<Readonly<Record<string, CommandSpec>>>(commandTree).flatMap((area) =>
      Object.values(area).map((command) => command.name),
    );
    const without = names.filter((name) => {
      const doc = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\nexport const ${name}\\b`).exec(sources);
      return doc?.[1]?.includes('@example') !== true;
    });
    expect(without).toEqual([]);
  });
});

/** Imports of whatever the example names and the package exports. */
function importsOf(code: string): string {
  const used = new Set([...code.matchAll(/\b[A-Za-z_][A-Za-z0-9_]*\b/g)].map(([name]) => name));
  const taken = new Set<string>();
  const lines = Object.entries(entries).flatMap(([file, exported]) =>
    Object.keys(exported)
      .filter((name) => used.has(name) && !taken.has(name))
      .map((name) => {
        taken.add(name);
        return `import { ${name} } from '${join(src, file)}';\n`;
      }),
  );
  return `import type { BoxClient as Box } from '${join(src, 'index.ts')}';\n${lines.join('')}`;
}
