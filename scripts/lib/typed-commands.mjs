// Whether the declarations of a packed SDK still say what its commands take and answer. A declaration build that cannot read a type
// writes `any`, and then every check of every caller passes. The compiler is asked for each type; the text is not looked at.
import { join } from 'node:path';
import ts from 'typescript';

/** What the declarations of a package promise, by the names under which a program finds its commands. */
export const SDKS = {
  '@boxwood/box-sdk': ['commandTree', 'createBoxClient'],
  '@boxwood/account-sdk': ['commandTree', 'serviceTree', 'createAccountClient'],
};

const isAny = (type) => (type.flags & ts.TypeFlags.Any) !== 0;
const isReference = (type) =>
  (type.flags & ts.TypeFlags.Object) !== 0 && (type.objectFlags & ts.ObjectFlags.Reference) !== 0;
const isCommand = (type) => ['params', 'result', 'refusals'].every((name) => type.getProperty(name) !== undefined);

/** Every place at or below `root` whose type says nothing. Types of other packages are followed into what they were filled with, no further. */
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
 * The places in the types of the SDKs' commands that are `any`, and whatever else keeps the compiler from reading them; empty when
 * all is well. `project` is a folder in which the packages are installed as a program of a person has them.
 */
export const untypedCommands = (project, sdks = SDKS) => {
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
  const errors = program
    .getSemanticDiagnostics()
    .map((each) => `${each.file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(each.messageText, ' ')}`);
  const places = Object.entries(sdks).flatMap(([name, promised], at) => {
    const file = program.getSourceFile(roots[at]);
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) return [`${name}: no declarations`];
    const exported = new Map(
      checker.getExportsOfModule(module).map((each) => {
        const symbol = (each.flags & ts.SymbolFlags.Alias) === 0 ? each : checker.getAliasedSymbol(each);
        return [each.name, symbol];
      }),
    );
    const missing = promised.filter((each) => !exported.has(each)).map((each) => `${name} ${each}: not exported`);
    const values = [...exported].filter(([, symbol]) => (symbol.flags & ts.SymbolFlags.Value) !== 0);
    return [
      ...missing,
      ...values.flatMap(([each, symbol]) => {
        const type = checker.getTypeOfSymbol(symbol);
        if (promised.includes(each) || isCommand(type))
          return untypedPlaces(checker, (from) => ours.has(from), type, `${name} ${each}`);
        return isAny(type) ? [`${name} ${each}`] : [];
      }),
    ];
  });
  return [...errors, ...places];
};
