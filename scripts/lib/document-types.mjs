// What the sources say of commands and of the fields of their codecs is not in the declarations that a compiler writes of them: the types are
// worked out from values. Here it is written into them, so that an editor shows it over `box.files.list` and over every field of an answer.
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

/** The literals of fields in a type that do not lie in others of them: what a codec stands for, in each of its forms. */
const literalsIn = (type) => {
  const found = [];
  const look = (node) =>
    ts.isTypeLiteralNode(node) ? found.push(node) : ts.forEachChild(node, (child) => void look(child));
  look(type);
  return found;
};

/** Words that a type names. */
const wordsIn = (node) => {
  const words = [];
  visit(node, (each) => ts.isStringLiteral(each) && words.push(each.text));
  return words.toSorted().join();
};
/** Whether a field may be the one of these that has its name: where both say which words it can be, those are the same. */
const fits =
  (members) =>
  ({ name, values }) => {
    const type = members.find((each) => each.name.getText() === name)?.type;
    return type === undefined || values === undefined || values.toSorted().join() === wordsIn(type);
  };

/**
 * The writer of declarations leaves the words of the next member of a type behind the one before, on its line, where a compiler takes them for a
 * remark about nothing.
 */
const onLinesOfTheirOwn = (text) => text.replaceAll(/^( *)(\S.*;) (\/\*\* .*\*\/)$/gm, '$1$2\n$1$3');

/** Writes both into the declarations of a built package. @returns how many commands and fields were explained */
export const documentTypes = (folder) => {
  const src = join(folder, 'src');
  const constants = constantComments(src);
  const { codecs, commands, shapes, shapesOf } = sourceFields(src);
  // A type that is written down elsewhere is known by the names of its fields; only three and more tell it apart.
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
    // What was said first is said with the declaration at hand, and stays.
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
