// Mutants that are all built into one copy of the sources and switched on one at a time by `MUTANT=number` (scripts/lib/hits-recorder.cjs, and
// tests/browser/page-hits.ts for pages). One build and one recorded run serve all of them, in every kind of test.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { mutantsOf } from './mutants.mjs';
import { shuffled, sourcesOf } from './mutation.mjs';

/** The kinds of mutants in lines that protect something. */
const PROTECTING = new Set(['sync', 'call', 'throw', 'exit', 'condition']);

const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isCallExpression(node) && /^(\w*[tT]ext|t|say|format\w*)$/.test(node.expression.getText(node.getSourceFile())));

/** The condition of a ternary that only chooses between texts, or an early return of a text. */
const choosesText = (file, { start, end, kind }) => {
  if (kind !== 'condition' && kind !== 'exit') return false;
  let found = false;
  const visit = (node) => {
    if (node.getStart(file) > start || node.getEnd() < end) return;
    if (ts.isConditionalExpression(node) && node.condition.getStart(file) === start && node.condition.getEnd() === end)
      found = isText(node.whenTrue) || isText(node.whenFalse);
    if (ts.isIfStatement(node) && node.getStart(file) === start && node.getEnd() === end) {
      const last = ts.isBlock(node.thenStatement) ? node.thenStatement.statements.at(-1) : node.thenStatement;
      found = ts.isReturnStatement(last) && last.expression !== undefined && isText(last.expression);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

/** The protecting mutants of one source. */
const protecting = (tree, path) => {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return mutantsOf(text, path)
    .filter((mutant) => PROTECTING.has(mutant.kind) && !choosesText(file, mutant))
    .map((mutant) => ({ file: relative(tree, path), ...mutant }));
};

/**
 * `count` protecting mutants of an area, numbered from `from`. `area.groups` are folders of it: each mutant is from the next group, in turn, so that
 * small folders are not left out.
 */
export const chosenMutants = ({ tree, area, seed, count, from = 1 }) => {
  const all = sourcesOf(tree, area).flatMap((path) => protecting(tree, path));
  const groups = area.groups ?? [''];
  const queues = new Map(
    [...new Set(groups)].map((group) => [
      group,
      shuffled(
        all.filter(({ file }) => file.startsWith(join(area.folder, group, '/'))),
        seed,
      ),
    ]),
  );
  const chosen = [];
  for (let turn = 0; chosen.length < count && [...queues.values()].some(({ length }) => length > 0); turn += 1) {
    const mutant = queues.get(groups[turn % groups.length]).shift();
    const overlaps = chosen.some(
      ({ file, start, end }) => file === mutant?.file && start < mutant.end && mutant.start < end,
    );
    if (mutant !== undefined && !overlaps) chosen.push(mutant);
  }
  return chosen
    .sort((a, b) => (a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1))
    .map((mutant, at) => ({ number: from + at, ...mutant }));
};

/** One mutant as a switch: what it takes out runs unless the mutant is on. */
const switched = ({ number, kind, replacement }, original) => {
  const on = `globalThis.__mutant?.(${number})`;
  if (replacement === ';') return `{ if (!${on}) ${original} }`;
  if (kind === 'condition') return `(${on} ? ${replacement} : (${original}))`;
  return `(${on} ? ${replacement} : ${original})`;
};

/** Builds the mutants into the sources of a copy of the workspace. Lines keep their numbers. */
export const writeSwitches = (tree, mutants) => {
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const path = join(tree, file);
    const text = mutants
      .filter((mutant) => mutant.file === file)
      .sort((a, b) => b.start - a.start)
      .reduce(
        (before, mutant) =>
          before.slice(0, mutant.start) +
          switched(mutant, before.slice(mutant.start, mutant.end)) +
          before.slice(mutant.end),
        readFileSync(path, 'utf8'),
      );
    writeFileSync(path, text);
  }
};
