// What the sources say of commands and of the fields of their codecs is not in the declarations that a compiler writes of them: the types are
// worked out from values. Here it is written into them, so that an editor shows it over `box.files.list` and over every field of an answer.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const filesIn = (folder, end) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !name.endsWith(`.test${end}`))
    .map((name) => join(folder, name));

const parse = (file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

const commentOf = (node, text) => {
  const ranges = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  const last = ranges.at(-1);
  const comment = last === undefined ? '' : text.slice(last.pos, last.end);
  return comment.startsWith('/**') ? comment.replaceAll(/\n\s*/g, '\n ') : undefined;
};

const visit = (node, see) => {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
};

/** Codecs of every package whose words say what a field is, and not only what it may hold. */
const TELLING = new Set(['wirePath', 'epochSeconds']);

/** The constants of a package by their names, with their words where they have some. */
const constantsIn = (sources) => {
  const found = new Map();
  for (const source of sources)
    for (const statement of source.statements.filter(ts.isVariableStatement))
      for (const { name, initializer } of statement.declarationList.declarations)
        found.set(name.getText(), { value: initializer, comment: commentOf(statement, source.text) });
  return found;
};

/**
 * The fields of what a source declares to be sent or answered, each with its words: its own, else those of the codec that it names. Spread
 * fields, fields that are kept in a constant, and the rest that a list of arguments ends with belong to it.
 */
const fieldsOf = (node, constants) => {
  if (node === undefined) return [];
  if (ts.isIdentifier(node)) return fieldsOf(constants.get(node.text)?.value, constants);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return fieldsOf(node.expression, constants);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((field) => {
      if (ts.isSpreadAssignment(field)) return fieldsOf(field.expression, constants);
      const codec = ts.isPropertyAssignment(field) ? field.initializer : field.name;
      const named = ts.isIdentifier(codec) ? constants.get(codec.text)?.comment : undefined;
      return [[field.name.getText(), commentOf(field, field.getSourceFile().text) ?? named]];
    });
  if (!ts.isCallExpression(node)) return [];
  const [first, ...others] = node.arguments;
  switch (node.expression.getText()) {
    case 'where':
      return fieldsOf(others[0], constants);
    case 'struct':
      return [first, ...others].flatMap((each) => (each && !ts.isStringLiteral(each) ? fieldsOf(each, constants) : []));
    case 'positional':
      return [...fieldsOf(first, constants), ...others.flatMap((each) => restOf(each, constants))];
    default:
      return [];
  }
};

/** `{ key, codec }`: what the arguments end with, under its key. */
const restOf = (node, constants) => {
  if (node === undefined) return [];
  if (ts.isIdentifier(node)) return restOf(constants.get(node.text)?.value, constants);
  if (ts.isAsExpression(node)) return restOf(node.expression, constants);
  const key = ts.isObjectLiteralExpression(node)
    ? node.properties.find((each) => each.name?.getText() === 'key')
    : undefined;
  return key !== undefined && ts.isPropertyAssignment(key) && ts.isStringLiteral(key.initializer)
    ? [[key.initializer.text, commentOf(key, key.getSourceFile().text)]]
    : [];
};

const sortedNames = (names) => [...names].toSorted().join();

/** What the sources of a package say of fields: of structs by the names of all their fields (only three and more tell them apart), and of what each command takes. */
const fieldComments = (src, telling) => {
  const sources = filesIn(src, '.ts').map(parse);
  const everywhere = [...telling, ...constantsIn(sources)];
  const structs = new Map();
  const params = new Map();
  for (const source of sources) {
    // What a file calls by a name is its own, where it has one of that name.
    const constants = new Map([...everywhere, ...constantsIn([source])]);
    visit(source, (node) => {
      if (ts.isCallExpression(node) && node.expression.getText() === 'struct') {
        const fields = fieldsOf(node, constants);
        if (fields.length < 3 || fields.every(([, comment]) => comment === undefined)) return;
        structs.set(sortedNames(fields.map(([name]) => name)), new Map(fields));
      }
      if (!ts.isObjectLiteralExpression(node)) return;
      const given = new Map(
        node.properties.filter(ts.isPropertyAssignment).map((each) => [each.name.getText(), each.initializer]),
      );
      const name = given.get('name');
      if (name !== undefined && ts.isStringLiteral(name) && given.has('params'))
        params.set(name.text, new Map(fieldsOf(given.get('params'), constants)));
    });
  }
  return { structs, params };
};

/** What is said of every constant. */
export const constantComments = (src) =>
  new Map([...constantsIn(filesIn(src, '.ts').map(parse))].map(([name, { comment }]) => [name, comment]));

const textOfName = (literal) => {
  let name;
  visit(literal, (node) => {
    if (name !== undefined || !ts.isPropertySignature(node) || node.name.getText() !== 'name') return;
    const type = node.type;
    if (type !== undefined && ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal)) name = type.literal.text;
  });
  return name;
};

/** The first literal of fields at or below a type: what a codec stands for. */
const literalIn = (node) =>
  node === undefined || ts.isTypeLiteralNode(node) ? node : ts.forEachChild(node, literalIn);

/**
 * The writer of declarations leaves the words of the next member of a type behind the one before, on its line, where a compiler takes them for a
 * remark about nothing.
 */
const onLinesOfTheirOwn = (text) => text.replaceAll(/^( *)(\S.*;) (\/\*\* .*\*\/)$/gm, '$1$2\n$1$3');

/** Writes both into the declarations of a built package. @returns how many commands and fields were explained */
export const documentTypes = (folder) => {
  const src = join(folder, 'src');
  const bus = constantsIn(filesIn(join(folder, '../command-bus/src/codecs'), '.ts').map(parse));
  const constants = constantComments(src);
  const { structs, params } = fieldComments(
    src,
    [...bus].filter(([name]) => TELLING.has(name)),
  );
  const written = { commands: 0, fields: 0 };
  for (const file of filesIn(join(folder, 'dist'), '.d.ts')) {
    writeFileSync(file, onLinesOfTheirOwn(readFileSync(file, 'utf8')));
    const source = parse(file);
    const isTree = file.endsWith('command-tree.d.ts');
    const inserts = new Map();
    const insert = (node, comment) => {
      const at = node.getStart(source, false);
      const by = ' '.repeat(source.getLineAndCharacterOfPosition(at).character);
      inserts.set(at, `${comment.replaceAll('\n', `\n${by}`)}\n${by}`);
    };
    const explain = (literal, known) => {
      for (const member of known === undefined ? [] : (literal?.members.filter(ts.isPropertySignature) ?? [])) {
        const comment = known.get(member.name.getText());
        if (comment === undefined) continue;
        insert(member, comment);
        written.fields += 1;
      }
    };
    visit(source, (node) => {
      if (ts.isTypeLiteralNode(node)) {
        const members = node.members.filter(ts.isPropertySignature);
        explain(node, structs.get(sortedNames(members.map(({ name }) => name.getText()))));
        // What a command takes is explained where it is declared, however few its fields are; said last, it is what stands there.
        const taken = members.find(({ name }) => name.getText() === 'params');
        if (taken !== undefined) explain(literalIn(taken.type), params.get(textOfName(node)));
      }
      const isMethod = isTree && ts.isPropertySignature(node) && node.type?.getText().startsWith('Readonly<');
      const comment = isMethod ? constants.get(textOfName(node.type)) : undefined;
      if (comment === undefined) return;
      insert(node, comment);
      written.commands += 1;
    });
    let { text } = source;
    for (const [at, more] of [...inserts].toSorted(([a], [b]) => b - a))
      text = text.slice(0, at) + more + text.slice(at);
    if (inserts.size > 0) writeFileSync(file, text);
  }
  return written;
};
