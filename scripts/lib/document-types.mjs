// Copies comments of commands and codec fields from the sources into the generated declarations. The compiler infers these types from values and
// drops the comments. With them an editor shows help for `box.files.list` and for every field of a result.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { constantComments, filesIn, parse, SAID, sourceFields, visit } from './source-fields.mjs';

const sortedNames = (named) =>
  named
    .map(({ name }) => (typeof name === 'string' ? name : name.getText()))
    .toSorted()
    .join();

const signaturesOf = (literal) => literal.members.filter(ts.isPropertySignature);

const textOfName = (literal) => {
  const type = signaturesOf(literal).find(({ name }) => name.getText() === 'name')?.type;
  return type !== undefined && ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal)
    ? type.literal.text
    : undefined;
};

/** The outermost object types in a type: the shapes that a codec stands for. */
const literalsIn = (type) => {
  const found = [];
  const look = (node) =>
    ts.isTypeLiteralNode(node) ? found.push(node) : ts.forEachChild(node, (child) => void look(child));
  look(type);
  return found;
};

/** String literals of a type. */
const wordsIn = (node) => {
  const words = [];
  visit(node, (each) => ts.isStringLiteral(each) && words.push(each.text));
  return words.toSorted().join();
};
/** Whether two fields with the same name match: if both list string literals, the lists are equal. */
const fits =
  (members) =>
  ({ name, values }) => {
    const type = members.find((each) => each.name.getText() === name)?.type;
    return type === undefined || values === undefined || values.toSorted().join() === wordsIn(type);
  };

/**
 * Moves a comment of a member from the end of the previous line to a line of its own. The declaration writer puts it there, where the compiler
 * ignores it.
 */
const onLinesOfTheirOwn = (text) => text.replaceAll(/^( *)(\S.*;) (\/\*\* .*\*\/)$/gm, '$1$2\n$1$3');

/** Writes both into the declarations of a built package. @returns how many commands and fields were explained */
export const documentTypes = (folder) => {
  const src = join(folder, 'src');
  const constants = constantComments(src);
  const { codecs, commands, shapes, shapesOf } = sourceFields(src);
  // A type that is declared elsewhere is identified by the names of its fields, if there are three or more.
  const known = Map.groupBy(
    shapes.filter(({ length }) => length >= 3),
    sortedNames,
  );
  const written = { commands: 0, fields: 0 };
  for (const file of filesIn(join(folder, 'dist'), '.d.ts')) {
    writeFileSync(file, onLinesOfTheirOwn(readFileSync(file, 'utf8')));
    const source = parse(file);
    const isTree = file.endsWith('command-tree.d.ts');
    const inserts = new Map();
    // The first comment at a position stays: it belongs to the declaration itself.
    const insert = (node, comment) => {
      const at = node.getStart(source, false);
      if (inserts.has(at)) return false;
      const by = ' '.repeat(source.getLineAndCharacterOfPosition(at).character);
      inserts.set(at, `${comment.replaceAll('\n', `\n${by}`)}\n${by}`);
      return true;
    };
    const explain = (type, those) => {
      for (const literal of type === undefined ? [] : literalsIn(type)) {
        const members = signaturesOf(literal);
        const names = sortedNames(members);
        const fitting = those.filter((each) => sortedNames(each) === names && each.every(fits(members)));
        for (const { name, comment, inner } of fitting[0] ?? []) {
          const member = members.find((each) => each.name.getText() === name);
          const agreed = fitting.every((shape) => shape.find((each) => each.name === name).comment === comment);
          if (agreed && comment !== undefined && insert(member, comment)) written.fields += 1;
          explain(member.type, shapesOf(inner));
        }
      }
    };
    visit(source, (node) => {
      if (ts.isVariableDeclaration(node)) explain(node.type, shapesOf(codecs.get(node.name.getText())));
      if (ts.isTypeLiteralNode(node)) {
        const declared = commands.get(textOfName(node));
        const members = signaturesOf(node);
        for (const { name, type } of members)
          if (declared !== undefined && SAID.includes(name.getText()))
            explain(type, shapesOf(declared.get(name.getText())));
        explain(node, known.get(sortedNames(members)) ?? []);
      }
      const isMethod = isTree && ts.isPropertySignature(node) && node.type?.getText().startsWith('Readonly<');
      const [called] = isMethod ? literalsIn(node.type).flatMap((each) => textOfName(each) ?? []) : [];
      const comment = constants.get(called);
      if (comment !== undefined && insert(node, comment)) written.commands += 1;
    });
    let { text } = source;
    for (const [at, more] of [...inserts].toSorted(([a], [b]) => b - a))
      text = text.slice(0, at) + more + text.slice(at);
    if (inserts.size > 0) writeFileSync(file, text);
  }
  return written;
};
