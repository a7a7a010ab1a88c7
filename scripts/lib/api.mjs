// The public API of a package as text: every exported name with its type, entry by entry. A change of it shows in review.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../tools.mjs';

export const PACKAGES = ['command-bus', 'box-sdk', 'account-sdk', 'box-simulator'];
export const snapshotOf = (name) => join(root, 'packages', name, 'api', 'index.api.md');

const FLAGS = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

const entriesOf = (name) => {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
  // An entry without conditions is for tests of this workspace and is not published.
  const published = Object.entries(exports).filter(([, conditions]) => typeof conditions === 'object');
  return published.map(([entry, conditions]) => ({
    entry: entry === '.' ? `@boxwood/${name}` : `@boxwood/${name}${entry.slice(1)}`,
    file: join(root, 'packages', name, conditions['@boxwood/source']),
  }));
};

/** Parsed files that several packages share, mostly declarations of the language. The key includes the parse options. */
const read = new Map();
const hostOf = (options) => {
  const host = ts.createCompilerHost(options);
  const settings = JSON.stringify({ ...options, configFilePath: '', outDir: '', rootDir: '', tsBuildInfoFile: '' });
  return {
    ...host,
    getSourceFile: (file, version) => {
      const key = JSON.stringify([file, version, settings]);
      const source = read.get(key) ?? host.getSourceFile(file, version);
      read.set(key, source);
      return source;
    },
  };
};

const programOf = (name, files) => {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'packages', name, 'tsconfig.json'),
    { noEmit: true, composite: false, incremental: false, emitDeclarationOnly: false, declaration: false },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  return ts.createProgram(files, config.options, hostOf(config.options));
};

/** Longer types are cut, in characters. Their parts have lines of their own. */
const LONGEST = 1000;

/** Sorts the members of a union: the order of the compiler depends on the program. */
const LITERALS = /(?:-?\d+|"[^"]*")(?: \| (?:-?\d+|"[^"]*"))+/g;
const sorted = (union) =>
  union
    .split(' | ')
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .join(' | ');

/** A type on one line, without paths of this machine. */
const print = (checker, type, node, more = 0) => {
  const text = checker
    .typeToString(type, node, FLAGS | more)
    .replaceAll(/import\("[^"]*"\)\./g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(LITERALS, sorted);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} ...` : text;
};

const valueOf = (checker, type, name, node) => {
  const property = type.getProperty(name);
  return property === undefined ? undefined : checker.getTypeOfSymbolAtLocation(property, node);
};

/** A command in one line: its wire form, who may call it, its parameters and result. */
const command = (checker, type, node) => {
  const text = (name) => {
    const value = valueOf(checker, type, name, node);
    return value === undefined ? 'none' : print(checker, value, node).replaceAll('"', '');
  };
  const codec = (name) => {
    const value = valueOf(checker, type, name, node);
    const inside = value === undefined ? undefined : valueOf(checker, value, '_A', node);
    return inside === undefined ? 'unknown' : print(checker, inside, node, ts.TypeFormatFlags.InTypeAlias);
  };
  const beside = codec('more');
  return `(${codec('params')}${beside === 'unknown' ? '' : `, more ${beside}`}) => ${codec('result')}; ${text('method')} ${text('path')} ${text('cmd')}, ${text('form')}/${text('reply')}, ${text('access')}, ${text('errors')} ${text('refusals')}`;
};

/** A command tree as `area { verb: Command }`; undefined for anything else. */
const tree = (checker, type, node) => {
  const areas = type.getProperties().map((area) => {
    const verbs = checker.getTypeOfSymbolAtLocation(area, node).getProperties();
    const names = verbs.map((verb) => {
      const name = valueOf(checker, checker.getTypeOfSymbolAtLocation(verb, node), 'name', node);
      return name?.isStringLiteral() ? `${verb.getName()}: ${name.value}` : undefined;
    });
    return names.length > 0 && names.every((name) => name !== undefined)
      ? `${area.getName()} { ${names.join(', ')} }`
      : undefined;
  });
  return areas.length > 0 && areas.every((area) => area !== undefined) ? areas : undefined;
};

const members = (checker, type, node) =>
  type
    .getProperties()
    .map((property) => {
      const mark = property.flags & ts.SymbolFlags.Optional ? '?' : '';
      // The compiler numbers well-known symbols; the number changes with every change.
      const name = property.getName().replace(/^__@(\w+)@\d+$/, '[Symbol.$1]');
      return `${name}${mark}: ${print(checker, checker.getTypeOfSymbolAtLocation(property, node), node)}`;
    })
    .toSorted()
    .join('; ');

const line = (checker, symbol) => {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const node = target.declarations?.[0];
  if (node === undefined) return [];
  const lines = [];
  if (target.flags & ts.SymbolFlags.Class)
    lines.push(`class { ${members(checker, checker.getDeclaredTypeOfSymbol(target), node)} }`);
  else if (target.flags & ts.SymbolFlags.Value) {
    const type = checker.getTypeOfSymbolAtLocation(target, node);
    const areas = tree(checker, type, node);
    const isCommand = ['params', 'refusals', 'cmd'].every((name) => type.getProperty(name) !== undefined);
    if (areas !== undefined) lines.push(...areas.map((area) => `tree ${area}`));
    else
      lines.push(
        isCommand && !(target.flags & ts.SymbolFlags.Type)
          ? `command ${command(checker, type, node)}`
          : `value ${print(checker, type, node)}`,
      );
  }
  if (target.flags & ts.SymbolFlags.Interface)
    lines.push(`interface { ${members(checker, checker.getDeclaredTypeOfSymbol(target), node)} }`);
  if (target.flags & ts.SymbolFlags.TypeAlias)
    lines.push(`type ${print(checker, checker.getDeclaredTypeOfSymbol(target), node, ts.TypeFormatFlags.InTypeAlias)}`);
  return lines.map((text) => `- \`${symbol.getName()}\`: \`${text}\``);
};

/** The snapshot of one package. */
export const apiOf = (name) => {
  const entries = entriesOf(name);
  const program = programOf(
    name,
    entries.map(({ file }) => file),
  );
  const checker = program.getTypeChecker();
  const own = join(root, 'packages', name);
  const isOwn = (symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const file = target.declarations?.[0]?.getSourceFile().fileName;
    return file !== undefined && !relative(own, file).startsWith('..');
  };
  const sections = entries.map(({ entry, file }) => {
    const source = program.getSourceFile(file);
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
    const foreign = symbols.filter((symbol) => !isOwn(symbol)).length;
    const lines = symbols
      .filter(isOwn)
      .toSorted((a, b) => (a.getName() < b.getName() ? -1 : 1))
      .flatMap((symbol) => line(checker, symbol));
    const also = foreign === 0 ? [] : ['', `And ${foreign} names of @boxwood/command-bus.`];
    return [`## ${entry}`, '', ...lines, ...also].join('\n');
  });
  return `# Public API of @boxwood/${name}\n\nWritten by \`node scripts/boxwood.mjs api\`; a test fails when it is not up to date.\n\n${sections.join('\n\n')}\n`;
};

export const recorded = (name) => (existsSync(snapshotOf(name)) ? readFileSync(snapshotOf(name), 'utf8') : '');
