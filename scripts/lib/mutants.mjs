// Mutants of one source file: protecting lines are removed one by one. A test should notice each of them.
import ts from 'typescript';

const SWAPPED = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
]);

/** Calls that only report, or that matter only to a process that is about to end. They are not tested. */
const TELLS = /(^|\.)#?(log|logger|console)\??\.\w+$|\.unref\??$/;
/** Calls that sync bytes to the disk. */
const SYNCS = /^(fsync(Sync)?|fdatasync(Sync)?|datasync|sync|sync[A-Z]\w*)$/;

const nameOf = (callee) =>
  ts.isPropertyAccessExpression(callee) || ts.isIdentifier(callee) ? (callee.name ?? callee).text : '';

const callIn = (expression) => {
  let inner = expression;
  while (ts.isAwaitExpression(inner) || ts.isVoidExpression(inner) || ts.isParenthesizedExpression(inner))
    inner = inner.expression;
  return ts.isCallExpression(inner) ? inner : null;
};

const leaves = (statement) => {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) ||
      ts.isThrowStatement(last) ||
      ts.isContinueStatement(last) ||
      ts.isBreakStatement(last))
  );
};

/**
 * Every mutant of a source text: `{ id, kind, line, start, end, replacement, was }`. Kinds: `sync` (a call that syncs bytes to
 * the disk is removed), `call`, `assign` and `throw` (a statement is left out), `exit` (an early return or throw is left out),
 * `condition` (negated), `operator`, `block` (emptied), `entry` (of a list or of a call's options, left out), `flag`, `fallback`.
 */
export const mutantsOf = (text, fileName = 'file.ts') => {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const found = new Map();
  const add = (kind, node, replacement, end = node.getEnd()) => {
    const start = node.getStart(file);
    const key = `${start}:${end}:${replacement}`;
    if (found.has(key)) return;
    const { line } = file.getLineAndCharacterOfPosition(start);
    const was = text.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 100);
    found.set(key, { kind, line: line + 1, start, end, replacement, was });
  };
  const negate = (condition) => add('condition', condition, `!(${condition.getText(file)})`);

  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isExpressionStatement(node)) {
      const call = callIn(node.expression);
      if (call !== null && TELLS.test(call.expression.getText(file))) return;
      if (call?.expression.kind !== ts.SyntaxKind.SuperKeyword) {
        if (call === null) add('assign', node, ';');
        else add(SYNCS.test(nameOf(call.expression)) ? 'sync' : 'call', node, ';');
      }
    } else if (
      ts.isCallExpression(node) &&
      SYNCS.test(nameOf(node.expression)) &&
      !ts.isExpressionStatement(node.parent)
    ) {
      const isWaited = ts.isAwaitExpression(node.parent) && ts.isExpressionStatement(node.parent.parent);
      if (!isWaited) add('sync', node, 'undefined');
    } else if (ts.isThrowStatement(node)) {
      if (!ts.isIfStatement(node.parent)) add('throw', node, ';');
    } else if (ts.isIfStatement(node)) {
      negate(node.expression);
      if (node.elseStatement === undefined && leaves(node.thenStatement)) add('exit', node, ';');
      if (node.elseStatement !== undefined && ts.isBlock(node.elseStatement)) add('block', node.elseStatement, '{}');
    } else if (ts.isConditionalExpression(node)) negate(node.condition);
    else if (ts.isWhileStatement(node)) add('condition', node.expression, 'false');
    else if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      const other = SWAPPED.get(kind);
      if (other !== undefined) add('operator', node.operatorToken, other);
      if (kind === ts.SyntaxKind.QuestionQuestionToken) add('fallback', node, node.left.getText(file));
    } else if (ts.isCatchClause(node) && node.block.statements.length > 0) add('block', node.block, '{}');
    else if (ts.isTryStatement(node) && node.finallyBlock !== undefined) add('block', node.finallyBlock, '{}');
    else if (ts.isForOfStatement(node) && ts.isBlock(node.statement)) add('block', node.statement, '{}');
    else if (
      ts.isArrayLiteralExpression(node) ||
      (ts.isObjectLiteralExpression(node) && ts.isCallExpression(node.parent))
    ) {
      const entries = ts.isArrayLiteralExpression(node) ? node.elements : node.properties;
      for (const [at, entry] of entries.entries())
        add('entry', entry, '', entries[at + 1]?.getStart(file) ?? entry.getEnd());
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) add('flag', node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add('flag', node, 'true');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((mutant, id) => ({ id: id + 1, ...mutant }));
};

/** The text with one mutant in it. */
export const mutated = (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end);
