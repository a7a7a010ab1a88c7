// Digests of what a test can depend on in today's sources: functions, commands and messages. A digest contains the text without comments, spaces
// and types.
// - A function: its own text without the functions inside it, which have digests of their own, and the constants that it names.
// - A constant: its text, and the constants that it names in turn, in other modules too. So a changed limit or codec changes what uses it.
//   Tables of everything (`commandTree`, the list of apps) end this, because every test would follow from them.
// - A command: its constant, which names its codecs. A message: its texts in all catalogues.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { digest, functionsIn, isFunction, parse, sourceName, tokensOf } from './hits.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A constant that names more than this is a table of everything. */
const MAX_NAMES = 30;
const CATALOGUES = new Set(['defineMessages', 'defineCatalogue']);

const isTop = (node) => ts.isVariableStatement(node) || ts.isClassDeclaration(node) || ts.isExportAssignment(node);
const unwrapped = (node) =>
  node !== undefined &&
  (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    ? unwrapped(node.expression)
    : node;

/** The names that a piece of source uses, without properties and types. @param without nodes that are left out */
const namesIn = (node, without) => {
  const found = new Set();
  const walk = (each) => {
    if (without(each) || ts.isTypeNode(each)) return;
    if (ts.isIdentifier(each)) {
      const { parent } = each;
      const isProperty =
        (ts.isPropertyAccessExpression(parent) && parent.name === each) ||
        (ts.isPropertyAssignment(parent) && parent.name === each) ||
        (ts.isMethodDeclaration(parent) && parent.name === each) ||
        (ts.isPropertyDeclaration(parent) && parent.name === each);
      if (!isProperty) found.add(each.text);
    }
    ts.forEachChild(each, walk);
  };
  walk(node);
  return found;
};

/** @param root of the sources, which end with a slash */
export const createSourceDigests = (root = ROOT) => {
  const modules = new Map();
  const packages = new Map();
  const packageFile = (specifier) => {
    const [, name, sub = ''] = /^@boxwood\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
    if (name === undefined) return null;
    if (!packages.has(name)) {
      const folder = ['packages', 'apps']
        .map((each) => `${each}/${name}`)
        .find((each) => existsSync(join(root, each, 'package.json')));
      const read =
        folder === undefined
          ? {}
          : (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).exports ?? {});
      packages.set(name, { folder, exports: read });
    }
    const { folder, exports } = packages.get(name);
    const entry = exports[`.${sub}`];
    const file = typeof entry === 'string' ? entry : entry?.['@boxwood/source'];
    return file === undefined ? null : posix.join(folder, file);
  };
  const resolve = (from, specifier) => {
    const file = specifier.startsWith('.') ? posix.join(dirname(from), specifier) : packageFile(specifier);
    return file !== null && sourceName(join(ROOT, file)) !== null && existsSync(join(root, file)) ? file : null;
  };

  const moduleOf = (name) => {
    const known = modules.get(name);
    if (known !== undefined) return known;
    const source = parse(name, readFileSync(join(root, name), 'utf8'));
    const module = { name, source, imports: new Map(), exports: new Map(), stars: [], constants: new Map() };
    modules.set(name, module);
    const loose = [];
    for (const node of source.statements) {
      if (ts.isImportDeclaration(node)) {
        const from = resolve(name, node.moduleSpecifier.text);
        const bindings = node.importClause?.namedBindings;
        if (from !== null && bindings !== undefined && ts.isNamedImports(bindings))
          for (const each of bindings.elements)
            if (!each.isTypeOnly && node.importClause?.isTypeOnly !== true)
              module.imports.set(each.name.text, { from, name: (each.propertyName ?? each.name).text });
      } else if (ts.isExportDeclaration(node)) {
        const from = node.moduleSpecifier === undefined ? null : resolve(name, node.moduleSpecifier.text);
        if (node.exportClause === undefined) {
          if (from !== null) module.stars.push(from);
        } else if (ts.isNamedExports(node.exportClause))
          for (const each of node.exportClause.elements) {
            const own = (each.propertyName ?? each.name).text;
            module.exports.set(each.name.text, from === null ? { from: name, name: own } : { from, name: own });
          }
      } else if (ts.isVariableStatement(node)) {
        for (const { name: binding, initializer } of node.declarationList.declarations) {
          const value = unwrapped(initializer);
          if (value === undefined || isFunction(value)) continue;
          if (ts.isIdentifier(binding)) module.constants.set(binding.text, initializer);
          else
            for (const each of binding.elements)
              if (each.name !== undefined && ts.isIdentifier(each.name))
                module.constants.set(each.name.text, initializer);
        }
      } else if (ts.isClassDeclaration(node) && node.name !== undefined) module.constants.set(node.name.text, node);
      else if (
        !isTop(node) &&
        !isFunction(node) &&
        !ts.isInterfaceDeclaration(node) &&
        !ts.isTypeAliasDeclaration(node)
      )
        loose.push(node);
    }
    module.loose = loose;
    return module;
  };

  /** The module and the name under which a constant is declared; null for functions and other packages. */
  const declarationOf = (file, name, seen = new Set()) => {
    const key = `${file}#${name}`;
    if (seen.has(key)) return null;
    seen.add(key);
    const module = moduleOf(file);
    if (module.constants.has(name)) return { module, name };
    const to = module.imports.get(name) ?? module.exports.get(name);
    if (to !== undefined) return declarationOf(to.from, to.name, seen);
    for (const star of module.stars) {
      const found = declarationOf(star, name, seen);
      if (found !== null) return found;
    }
    return null;
  };

  const constants = new Map();
  const isCatalogue = (node) => {
    const value = unwrapped(node);
    return ts.isCallExpression(value) && ts.isIdentifier(value.expression) && CATALOGUES.has(value.expression.text);
  };
  const digestsOfNames = (module, names) =>
    [...names]
      .map((name) => declarationOf(module.name, name))
      .filter((found) => found !== null)
      .map((found) => constantDigest(found.module, found.name))
      .filter((each) => each !== '')
      .toSorted()
      .join(' ');
  const constantDigest = (module, name) => {
    const key = `${module.name}#${name}`;
    const known = constants.get(key);
    if (known !== undefined) return known;
    // Constants that name each other.
    constants.set(key, '');
    const node = module.constants.get(name);
    const names = namesIn(node, isFunction);
    names.delete(name);
    const result =
      isCatalogue(node) || names.size > MAX_NAMES
        ? ''
        : digest(`${tokensOf(module.source, node, isFunction)}\n${digestsOfNames(module, names)}`);
    constants.set(key, result);
    return result;
  };

  const functions = new Map();
  /** The digests of the functions of a source, in their order; null when the source no longer exists. */
  const functionDigests = (name) => {
    if (!existsSync(join(root, name))) return null;
    const known = functions.get(name);
    if (known !== undefined) return known;
    const module = moduleOf(name);
    const texts = functionsIn(module.source).map(({ node, path }) => {
      const isInner = (each) => each !== node && isFunction(each);
      return `${path}\n${tokensOf(module.source, node, isInner)}\n${digestsOfNames(module, namesIn(node, isInner))}`;
    });
    // Which of several equal functions changed is not known: each of them depends on their number.
    const count = new Map();
    for (const text of texts) count.set(text, (count.get(text) ?? 0) + 1);
    const found = texts.map((text) => digest(`${text}\n${count.get(text)}`));
    functions.set(name, found);
    return found;
  };

  /** The digest of what a module does when it is loaded; '' when it only declares. */
  const moduleDigest = (name) => {
    if (!existsSync(join(root, name))) return '';
    const module = moduleOf(name);
    if (module.loose.length === 0) return '';
    const names = new Set(module.loose.flatMap((node) => [...namesIn(node, isFunction)]));
    const text = module.loose.map((node) => tokensOf(module.source, node, isFunction)).join('\n');
    return digest(`module\n${text}\n${names.size > MAX_NAMES ? '' : digestsOfNames(module, names)}`);
  };

  const sourcesBelow = (folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .map((each) => posix.join(folder, each.replaceAll('\\', '/')))
          .filter((each) => sourceName(join(ROOT, each)) !== null)
          .toSorted()
      : [];
  let commands;
  /** The digest of a command by its name; undefined when it no longer exists. */
  const commandDigest = (name) => {
    if (commands === undefined) {
      commands = new Map();
      for (const file of ['packages/box-sdk/src', 'packages/account-sdk/src'].flatMap(sourcesBelow)) {
        const module = moduleOf(file);
        for (const [constant, node] of module.constants) {
          const value = unwrapped(node);
          if (!ts.isCallExpression(value)) continue;
          const [spec] = value.arguments;
          if (spec === undefined || !ts.isObjectLiteralExpression(spec)) continue;
          const named = spec.properties.find((each) => ts.isPropertyAssignment(each) && each.name.getText() === 'name');
          if (named !== undefined && ts.isStringLiteral(named.initializer))
            commands.set(named.initializer.text, constantDigest(module, constant));
        }
      }
    }
    return commands.get(name);
  };

  let messages;
  /** The digest of the texts of a message by its key; undefined when it no longer exists. */
  const messageDigest = (key) => {
    if (messages === undefined) {
      const texts = new Map();
      for (const file of ['packages', 'apps'].flatMap((folder) =>
        existsSync(join(root, folder))
          ? readdirSync(join(root, folder)).flatMap((each) => sourcesBelow(`${folder}/${each}/src`))
          : [],
      )) {
        if (!/messages?[^/]*\.ts$/.test(file)) continue;
        const module = moduleOf(file);
        for (const node of module.constants.values()) {
          if (!isCatalogue(node)) continue;
          const [first, second] = unwrapped(node).arguments;
          const table = second ?? first;
          const space = second !== undefined && ts.isStringLiteral(first) ? `${first.text}.` : '';
          if (!ts.isObjectLiteralExpression(table)) continue;
          for (const each of table.properties)
            if (ts.isPropertyAssignment(each)) {
              const name = `${space}${ts.isStringLiteral(each.name) ? each.name.text : each.name.getText()}`;
              texts.set(name, `${texts.get(name) ?? ''}${tokensOf(module.source, each.initializer, () => false)}\n`);
            }
        }
      }
      messages = new Map([...texts].map(([name, text]) => [name, digest(text)]));
    }
    const forms = [key, `${key}_one`, `${key}_other`].flatMap((each) => messages.get(each) ?? []);
    return forms.length > 1 ? digest(forms.join(' ')) : forms[0];
  };
  return { functionDigests, moduleDigest, commandDigest, messageDigest };
};
