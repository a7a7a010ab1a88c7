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

/** Fields of a struct that a source explains, by the names of all its fields; only those of three and more are told apart by them. */
const fieldComments = (src) => {
  const found = new Map();
  for (const source of filesIn(src, '.ts').map(parse))
    visit(source, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== 'struct') return;
      const properties = node.arguments
        .filter(ts.isObjectLiteralExpression)
        .flatMap(({ properties: fields }) => [...fields])
        .filter((field) => ts.isPropertyAssignment(field) || ts.isShorthandPropertyAssignment(field));
      const comments = properties.map((field) => [field.name.getText(), commentOf(field, source.text)]);
      if (properties.length < 3 || comments.every(([, comment]) => comment === undefined)) return;
      found.set(
        comments
          .map(([name]) => name)
          .toSorted()
          .join(),
        new Map(comments),
      );
    });
  return found;
};

/** What is said of every exported constant. */
export const constantComments = (src) => {
  const found = new Map();
  for (const source of filesIn(src, '.ts').map(parse))
    for (const statement of source.statements.filter(ts.isVariableStatement))
      for (const { name } of statement.declarationList.declarations)
        found.set(name.getText(), commentOf(statement, source.text));
  return found;
};

const textOfName = (literal) => {
  let name;
  visit(literal, (node) => {
    if (name !== undefined || !ts.isPropertySignature(node) || node.name.getText() !== 'name') return;
    const type = node.type;
    if (type !== undefined && ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal)) name = type.literal.text;
  });
  return name;
};

/** Writes both into the declarations of a built package. @returns how many commands and fields were explained */
export const documentTypes = (folder) => {
  const constants = constantComments(join(folder, 'src'));
  const fields = fieldComments(join(folder, 'src'));
  const written = { commands: 0, fields: 0 };
  for (const file of filesIn(join(folder, 'dist'), '.d.ts')) {
    const source = parse(file);
    const isTree = file.endsWith('command-tree.d.ts');
    const inserts = [];
    const insert = (node, comment) => {
      const at = node.getStart(source, false);
      const by = ' '.repeat(source.getLineAndCharacterOfPosition(at).character);
      inserts.push({ at, text: `${comment.replaceAll('\n', `\n${by}`)}\n${by}` });
    };
    visit(source, (node) => {
      if (ts.isTypeLiteralNode(node)) {
        const members = node.members.filter(ts.isPropertySignature);
        const known = fields.get(
          members
            .map(({ name }) => name.getText())
            .toSorted()
            .join(),
        );
        for (const member of known === undefined ? [] : members) {
          const comment = known.get(member.name.getText());
          if (comment === undefined) continue;
          insert(member, comment);
          written.fields += 1;
        }
      }
      const isMethod = isTree && ts.isPropertySignature(node) && node.type?.getText().startsWith('Readonly<');
      const comment = isMethod ? constants.get(textOfName(node.type)) : undefined;
      if (comment === undefined) return;
      insert(node, comment);
      written.commands += 1;
    });
    if (inserts.length === 0) continue;
    let { text } = source;
    for (const { at, text: more } of inserts.toSorted((a, b) => b.at - a.at))
      text = text.slice(0, at) + more + text.slice(at);
    writeFileSync(file, text);
  }
  return written;
};
