// Checks that the declarations of a packed SDK have types for the parameters and results of commands. A declaration build that cannot read a type
// writes `any`, and then every check of every caller passes. The check asks the compiler for each type and does not read the text.
import { join } from 'node:path';
import ts from 'typescript';

/** The exports of each package through which programs find its commands. */
export const SDKS = {
  '@boxwood/box-sdk': ['commandTree', 'createBoxClient'],
  '@boxwood/account-sdk': ['commandTree', 'serviceTree', 'createAccountClient'],
};

const isAny = (type) => (type.flags & ts.TypeFlags.Any) !== 0;
const isReference = (type) =>
  (type.flags & ts.TypeFlags.Object) !== 0 && (type.objectFlags & ts.ObjectFlags.Reference) !== 0;
const isCommand = (type) => ['params', 'result', 'refusals'].every((name) => type.getProperty(name) !== undefined);

/** Every position at or below `root` whose type is `any`. Of types of other packages only the type arguments are checked. */
const untypedPlaces = (checker, isOurs, root, at) => {
  const found = [];
  const seen = new Set();
  const walk = (type, path) => {
    if (isAny(type)) {
      found.push(path);
      return;
    }
    if (seen.has(type)) return;
    seen.add(type);
    if (type.isUnionOrIntersection()) for (const part of type.types) walk(part, path);
    if (isReference(type))
      for (const [index, part] of checker.getTypeArguments(type).entries()) walk(part, `${path}<${index}>`);
    for (const signature of type.getCallSignatures()) {
      for (const parameter of signature.getParameters())
        walk(checker.getTypeOfSymbol(parameter), `${path}(${parameter.name})`);
      walk(signature.getReturnType(), `${path}()`);
    }
    for (const property of type.getProperties())
      if ((property.declarations ?? []).every((each) => isOurs(each.getSourceFile())))
        walk(checker.getTypeOfSymbol(property), `${path}.${property.name}`);
  };
  walk(root, at);
  return found;
};

/**
 * The declarations of packages as the compiler reads them. `project` is a folder in which they are installed, as in the project of a user.
 */
export const readDeclarations = (project, sdks = SDKS) => {
  const roots = Object.keys(sdks).map((name) => join(project, 'node_modules', name, 'dist', 'index.d.ts'));
  const program = ts.createProgram(roots, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const ours = new Set(program.getSourceFiles().filter((file) => file.fileName.includes('/node_modules/@boxwood/')));
  const packages = Object.entries(sdks).map(([name, promised], at) => {
    const file = program.getSourceFile(roots[at]);
    const module = file && checker.getSymbolAtLocation(file);
    const symbols = module === undefined ? undefined : checker.getExportsOfModule(module);
    const exported = symbols?.map((each) => {
      const symbol = (each.flags & ts.SymbolFlags.Alias) === 0 ? each : checker.getAliasedSymbol(each);
      return [each.name, symbol];
    });
    return { name, promised, exported: exported && new Map(exported) };
  });
  return { program, checker, isOurs: (file) => ours.has(file), packages };
};

const valuesOf = ({ checker, packages }) =>
  packages.flatMap(({ name, exported = new Map() }) =>
    [...exported]
      .filter(([, symbol]) => (symbol.flags & ts.SymbolFlags.Value) !== 0)
      .map(([each, symbol]) => ({ name, each, type: checker.getTypeOfSymbol(symbol) })),
  );

/** The places in the types of the SDKs' commands that are `any`, and other errors of the compiler; empty if there are none. */
export const untypedCommands = (declarations) => {
  const { program, checker, isOurs, packages } = declarations;
  const errors = program
    .getSemanticDiagnostics()
    .map((each) => `${each.file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(each.messageText, ' ')}`);
  const missing = packages.flatMap(({ name, promised, exported }) =>
    exported === undefined
      ? [`${name}: no declarations`]
      : promised.filter((each) => !exported.has(each)).map((each) => `${name} ${each}: not exported`),
  );
  const promises = new Map(packages.map(({ name, promised }) => [name, promised]));
  const untyped = valuesOf(declarations).flatMap(({ name, each, type }) => {
    if (promises.get(name).includes(each) || isCommand(type))
      return untypedPlaces(checker, isOurs, type, `${name} ${each}`);
    return isAny(type) ? [`${name} ${each}`] : [];
  });
  return [...errors, ...missing, ...untyped];
};

/** The types of the fields of a command, a transfer or a codec. */
const PARTS = ['params', 'query', 'more', 'result', '_A'];

/** The fields of parameters, results and named codecs for which an editor shows no comment. */
export const muteFields = (declarations) => {
  const { checker, isOurs } = declarations;
  const found = [];
  const seen = new Set();
  const walk = (type, path) => {
    if (seen.has(type)) return;
    seen.add(type);
    if (type.isUnionOrIntersection()) for (const part of type.types) walk(part, path);
    if (isReference(type)) for (const part of checker.getTypeArguments(type)) walk(part, path);
    for (const { type: part } of checker.getIndexInfosOfType(type)) walk(part, path);
    for (const property of type.getProperties()) {
      if (!property.declarations?.some((each) => isOurs(each.getSourceFile()))) continue;
      const at = `${path}.${property.name}`;
      if (property.getDocumentationComment(checker).length === 0) found.push(at);
      walk(checker.getTypeOfSymbol(property), at);
    }
  };
  const parts = (type, path) => {
    for (const part of PARTS) {
      const property = type.getProperty(part);
      const held = property === undefined ? undefined : checker.getTypeOfSymbol(property);
      const inside = held?.getProperty('_A');
      if (part === '_A' && held !== undefined) walk(held, path);
      else if (inside !== undefined) walk(checker.getTypeOfSymbol(inside), `${path}.${part}`);
    }
  };
  for (const { name, each, type } of valuesOf(declarations)) {
    parts(type, `${name} ${each}`);
    // Commands in a tree are declared there again.
    for (const area of /[tT]ree$/.test(each) ? type.getProperties() : [])
      for (const verb of checker.getTypeOfSymbol(area).getProperties())
        parts(checker.getTypeOfSymbol(verb), `${name} ${each}.${area.name}.${verb.name}`);
  }
  return found;
};
