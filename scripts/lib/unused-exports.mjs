// Finds dead code that knip does not find. knip counts the entry of a package and tests as users, so a service behind `export *` that no screen uses
// counts as used. This check looks for uses outside of the declaring file and its tests.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Tests and their helpers. */
const isTest = (file) => /\.(test|spec|contract)\.tsx?$|\/testing\/|-(test-helpers|fixture|stubs)\.ts$/.test(file);
const isExported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

/** Every function, class and constant that a file exports. */
const exportsOf = (source) =>
  source.statements.filter(isExported).flatMap((statement) => {
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.text);
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return [statement.name.text];
    return [];
  });

/** How often a file uses each name. An import or a re-export under the same name does not count. */
const namesIn = (source) => {
  const names = new Map();
  const note = ({ text }) => names.set(text, (names.get(text) ?? 0) + 1);
  const walk = (node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isExportSpecifier(node)) {
      if (node.propertyName !== undefined) note(node.propertyName);
      return;
    }
    if (ts.isIdentifier(node)) note(node);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return names;
};

/**
 * Exports that only tests use.
 * @param root the folder of the globs
 * @param owners globs of the files whose exports are checked
 * @param users globs of other files that may use them
 * @returns `name (file)`, sorted
 */
export const unusedExports = (root, owners, users = []) => {
  const read = (globs) =>
    globSync(globs, { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !isTest(file))
      .map((file) => {
        const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, false);
        return { file, made: exportsOf(source), names: namesIn(source) };
      });
  const own = read(owners);
  /** How many files use each name. */
  const known = new Map();
  for (const { names } of [...own, ...read(users)])
    for (const name of names.keys()) known.set(name, (known.get(name) ?? 0) + 1);
  const isDead = (name, names) => known.get(name) === 1 && names.get(name) === 1;
  return own
    .flatMap(({ file, made, names }) => made.filter((name) => isDead(name, names)).map((name) => `${name} (${file})`))
    .sort();
};
