// Reads the comments of commands and codec fields from the sources of a package. They are parsed as text: a codec is a value, and the type that a
// compiler infers from it has no comments.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { publicWords } from './public-words.mjs';

export const filesIn = (folder, end) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !name.endsWith(`.test${end}`))
    .toSorted()
    .map((name) => join(folder, name));

export const parse = (file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

export const visit = (node, see) => {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
};

const commentOf = (node) => {
  const { text } = node.getSourceFile();
  const last = (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).at(-1);
  const comment = last === undefined ? '' : text.slice(last.pos, last.end);
  return comment.startsWith('/**') ? comment.replaceAll(/\n\s*/g, '\n ') : undefined;
};

/** The constants of the sources by name, with their comments. */
const constantsIn = (sources) => {
  const found = new Map();
  for (const source of sources)
    for (const statement of source.statements.filter(ts.isVariableStatement))
      for (const { name, initializer } of statement.declarationList.declarations)
        found.set(name.getText(), { value: initializer, comment: commentOf(statement) });
  return found;
};

/** A comment as plain sentences: without markup, links and requirement numbers. */
export const plainWords = (comment) =>
  publicWords(comment)
    .replaceAll(/^\/\*\*|\*\/$/g, '')
    .replaceAll(/\n\s*\*/g, ' ')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The comment of every constant of a package. */
export const constantComments = (src) =>
  new Map([...constantsIn(filesIn(src, '.ts').map(parse))].map(([name, { comment }]) => [name, comment]));

/** Codecs whose comment describes the meaning of a field, not only its values. */
const TELLING = new Set(['wirePath', 'epochSeconds']);

const isText = (node) => node !== undefined && ts.isStringLiteral(node);
const unwrapped = (node) =>
  node !== undefined && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) ? unwrapped(node.expression) : node;
const propertiesOf = (literal) =>
  new Map(
    literal.properties
      .filter((each) => ts.isPropertyAssignment(each) || ts.isShorthandPropertyAssignment(each))
      .map((each) => [each.name.getText(), each]),
  );

const codecOf = (field) => (ts.isPropertyAssignment(field) ? field.initializer : field.name);
/** The string literals that a codec accepts; undefined for any other codec. */
const wordsOf = (codec) => {
  if (!ts.isCallExpression(codec) || codec.expression.getText() !== 'oneOf') return undefined;
  const [values] = codec.arguments;
  const named = ts.isArrayLiteralExpression(values) && values.elements.every(isText);
  return named ? values.elements.map(({ text }) => text) : undefined;
};

/** The first type argument of a call, or the type of its rule. */
const typesOf = ({ typeArguments = [], arguments: given }) => {
  const rule = given.find(ts.isArrowFunction)?.type;
  const asked = rule !== undefined && ts.isTypePredicateNode(rule) ? rule.type : undefined;
  return [typeArguments[0] ?? asked].filter((type) => type !== undefined);
};

/** The parts of a declaration that are codecs. */
export const SAID = ['params', 'query', 'more', 'result'];

/**
 * Reads a package: the codecs of its constants, and those of its commands and transfers by their parts. `shapesOf` returns the shapes of a codec: one list of fields, or several alternatives. Each field has its own comment
 * or that of the codec that it names; `inner` is the codec of its content.
 */
export const sourceFields = (src) => {
  const sources = filesIn(src, '.ts').map(parse);
  const bus = constantsIn(filesIn(join(src, '../../command-bus/src/codecs'), '.ts').map(parse));
  const everywhere = [...[...bus].filter(([name]) => TELLING.has(name)), ...constantsIn(sources)];
  // A constant of the same file has precedence over an import with the same name.
  const scopes = new Map(sources.map((source) => [source, new Map([...everywhere, ...constantsIn([source])])]));
  const constantOf = (node) => scopes.get(node.getSourceFile())?.get(node.text);

  /** Fields of an object literal, including spread fields and those of constants. */
  const fieldsOf = (given) => {
    const node = unwrapped(given);
    if (node === undefined) return [];
    if (ts.isIdentifier(node)) return fieldsOf(constantOf(node)?.value);
    if (!ts.isObjectLiteralExpression(node)) return [];
    return node.properties.flatMap((field) => {
      if (ts.isSpreadAssignment(field)) return fieldsOf(field.expression);
      const inner = codecOf(field);
      const named = ts.isIdentifier(inner) ? constantOf(inner)?.comment : undefined;
      return [
        { name: field.name.getText(), comment: commentOf(field) ?? named, inner, at: field, values: wordsOf(inner) },
      ];
    });
  };

  /** `{ key, codec }`: the last argument, under its key. */
  const restOf = (given) => {
    const node = unwrapped(given);
    if (node === undefined) return [];
    if (ts.isIdentifier(node)) return restOf(constantOf(node)?.value);
    const { key, codec } = Object.fromEntries(propertiesOf(node));
    if (!isText(key?.initializer)) return [];
    return [{ name: key.initializer.text, comment: commentOf(key), inner: codec?.initializer, at: key }];
  };

  const shapesOf = (given) => {
    const node = unwrapped(given);
    if (node === undefined) return [];
    if (ts.isIdentifier(node)) return shapesOf(constantOf(node)?.value);
    if (!ts.isCallExpression(node)) return [];
    const [first, second] = node.arguments;
    switch (node.expression.getText()) {
      case 'struct':
        return [[...fieldsOf(first), ...(isText(second) ? [] : fieldsOf(second))]];
      case 'positional':
        return [[...fieldsOf(first), ...restOf(second)]];
      case 'flatPairs':
        return [[first, second].map((each) => ({ name: each.text, comment: commentOf(each), at: each }))];
      case 'where':
        return shapesOf(second);
      case 'either':
        return [...shapesOf(first), ...shapesOf(second)];
      case 'transformed':
      case 'refine':
        return typesOf(node).flatMap(shapesOfType);
      default:
        return node.arguments.length === 0 ? [] : shapesOf(first);
    }
  };

  /** The declared result type of a codec with its own rule. */
  const shapesOfType = (type) => {
    if (ts.isTypeQueryNode(type)) return shapesOf(type.exprName);
    if (ts.isTypeReferenceNode(type)) return (type.typeArguments ?? []).flatMap(shapesOfType);
    if (!ts.isTypeLiteralNode(type)) return [];
    return [type.members.map((each) => ({ name: each.name.getText(), comment: commentOf(each), at: each }))];
  };

  /** The object that declares a command, also where a function of the package makes it. */
  const declarationOf = (given) => {
    const node = unwrapped(given);
    if (node === undefined) return undefined;
    if (ts.isArrowFunction(node)) return declarationOf(node.body);
    if (ts.isObjectLiteralExpression(node)) return SAID.some((part) => propertiesOf(node).has(part)) ? node : undefined;
    if (!ts.isCallExpression(node)) return undefined;
    const { expression } = node;
    const named = ts.isIdentifier(expression) ? constantOf(expression)?.value : undefined;
    return node.arguments.map(declarationOf).find((each) => each !== undefined) ?? declarationOf(named);
  };

  const codecs = new Map();
  const commands = new Map();
  for (const source of sources)
    for (const [name, { value }] of constantsIn([source])) {
      if (value === undefined) continue;
      codecs.set(name, value);
      const declaration = ts.isArrowFunction(value) ? undefined : declarationOf(value);
      if (declaration === undefined) continue;
      const given = propertiesOf(declaration);
      commands.set(name, new Map(SAID.flatMap((part) => (given.has(part) ? [[part, codecOf(given.get(part))]] : []))));
    }
  const shapes = [];
  for (const source of sources)
    visit(source, (node) => {
      if (ts.isCallExpression(node) && node.expression.getText() === 'struct') shapes.push(...shapesOf(node));
    });
  return { codecs, commands, shapes, shapesOf };
};

/** The fields of commands and codecs of a package without a comment, by file and path. */
export const muteFields = (src) => {
  const { codecs, commands, shapesOf } = sourceFields(src);
  const seen = new Set();
  const within = (codec, path) =>
    shapesOf(codec).flatMap((shape) =>
      shape.flatMap(({ name, comment, inner, at }) => {
        if (seen.has(at)) return [];
        seen.add(at);
        const here = `${path}.${name}`;
        const own = comment === undefined ? [`${relative(src, at.getSourceFile().fileName)}: ${here}`] : [];
        return [...own, ...within(inner, here)];
      }),
    );
  const parts = [...commands].flatMap(([name, declared]) =>
    [...declared].flatMap(([part, codec]) => within(codec, `${name}.${part}`)),
  );
  return { mute: [...parts, ...[...codecs].flatMap(([name, codec]) => within(codec, name))], looked: seen.size };
};
