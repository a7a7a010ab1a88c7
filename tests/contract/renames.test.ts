/** `docs/notes/renames.tsv` is complete: the design papers name files and exports of the commit below. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from './compile-snippets.ts';

const OLD = '1445e6a8';
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
const hasOldCommit = spawnSync('git', ['cat-file', '-e', `${OLD}^{commit}`], { cwd: root }).status === 0;

const bindingNames = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((each) => (ts.isBindingElement(each) ? bindingNames(each.name) : []));

const exportsOfStatement = (statement: ts.Statement): readonly string[] => {
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause;
    if (clause === undefined) return [];
    return ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [clause.name.text];
  }
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => bindingNames(name));
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  )
    return statement.name === undefined ? [] : [statement.name.text];
  return [];
};

const exportsOf = (file: string, text: string): ReadonlySet<string> =>
  new Set(ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements.flatMap(exportsOfStatement));

const rows = readFileSync(join(root, 'docs/notes/renames.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [kind = '', from = '', to = ''] = line.split('\t');
    return { kind, from, to };
  });
const renamed = new Map(rows.map(({ from, to }) => [from, to]));

const exportsToday = new Map<string, ReadonlySet<string>>();
const readExports = (file: string): ReadonlySet<string> => {
  const known = exportsToday.get(file);
  if (known !== undefined) return known;
  const path = join(root, file);
  const found = existsSync(path) ? exportsOf(file, readFileSync(path, 'utf8')) : new Set<string>();
  exportsToday.set(file, found);
  return found;
};

describe('docs/notes/renames.tsv', () => {
  it('names only files and exports that exist today', () => {
    const missing = rows.filter(({ kind, to }) => {
      if (to === '-') return false;
      const [file = '', name = ''] = to.split('#');
      return kind === 'file' ? !existsSync(join(root, to)) : !readExports(file).has(name);
    });
    expect(missing).toEqual([]);
  });

  it.runIf(hasOldCommit)('lists every file and export of the old commit that has another path or name', () => {
    const files = git('ls-tree', '-r', '--name-only', OLD)
      .split('\n')
      .filter((file) => /\.(tsx?|mjs|md)$/.test(file));
    const sources = files.filter((file) => /\.tsx?$/.test(file));
    const texts = execFileSync('git', ['cat-file', '--batch'], {
      cwd: root,
      input: sources.map((file) => `${OLD}:${file}\n`).join(''),
      maxBuffer: 1 << 28,
    });
    const unlisted = files.filter((file) => !existsSync(join(root, file)) && !renamed.has(file));
    let at = 0;
    for (const file of sources) {
      const end = texts.indexOf(10, at);
      const size = Number(texts.toString('utf8', at, end).split(' ')[2]);
      const text = texts.toString('utf8', end + 1, end + 1 + size);
      at = end + 2 + size;
      const today = readExports(renamed.get(file) ?? file);
      for (const name of exportsOf(file, text))
        if (!today.has(name) && !renamed.has(`${file}#${name}`)) unlisted.push(`${file}#${name}`);
    }
    expect(files.length).toBeGreaterThan(2000);
    expect(unlisted).toEqual([]);
  });
});
