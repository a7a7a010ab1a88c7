// Dead code that the other gate does not see. It takes the entry of a package for a user of what stands there, and a test for a user of what it tests:
// a whole service behind `export *` that no screen uses is alive for it. This one asks who names a thing beside its file and its tests.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Tests, and what only tests are made of. */
const isTest = (file) => /\.(test|spec|contract)\.tsx?$|\/testing\/|[/-](testing|stubs)\.ts$/.test(file);
const isExported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

/** Every function, class and constant that a file exports. */
const exportsOf = (source) =>
  source.statements.filter(isExported).flatMap((statement) => {
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.text);
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return [statement.name.text];
    return [];
  });

/** How often a file names each thing; fetching it, or passing it on under its own name, is no use of it. */
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
 * What is exported, and nobody but tests uses.
 * @param root the folder of the globs
 * @param owners globs of the files whose exports are looked at
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
  /** How many files name each thing. */
  const known = new Map();
  for (const { names } of [...own, ...read(users)])
    for (const name of names.keys()) known.set(name, (known.get(name) ?? 0) + 1);
  const isDead = (name, names) => known.get(name) === 1 && names.get(name) === 1;
  return own
    .flatMap(({ file, made, names }) => made.filter((name) => isDead(name, names)).map((name) => `${name} (${file})`))
    .sort();
};
