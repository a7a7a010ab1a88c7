// Each function of our sources reports its first call in a test file. One transform for all ways in which sources are loaded: `hitsPlugin` for
// tsdown, Vite and Vitest, scripts/lib/hits-register.mjs for Node that runs sources. scripts/lib/hits-recorder.cjs writes the reports of Node processes.
// The digests identify functions in the record of a test (scripts/lib/test-record.mjs).
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const OURS = /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/;
const NOT_OURS = /\.test\.tsx?$|\.d\.ts$/;

/** The path of a source from the root of the workspace; null for everything that is not a source of ours. */
export const sourceName = (path) => {
  const file = path.replace(/\?.*$/, '');
  const name = file.startsWith(root) ? file.slice(root.length) : '';
  return OURS.test(name) && !NOT_OURS.test(name) ? name : null;
};

export const parse = (name, code) =>
  ts.createSourceFile(
    name,
    code,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

export const isFunction = (node) =>
  (ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isSetAccessorDeclaration(node)) &&
  node.body !== undefined;

const nameOf = (node, outer) => {
  const { name } = node;
  if (name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isPrivateIdentifier(name)))
    return name.text;
  return ts.isConstructorDeclaration(node) ? 'constructor' : outer;
};

/** The functions of a source in the order of their beginnings, each with its names from the outside in. */
export const functionsIn = (source) => {
  const found = [];
  const walk = (node, path, name) => {
    let inner = name;
    if (
      ts.isVariableDeclaration(node) ||
      ts.isPropertyAssignment(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isClassDeclaration(node)
    )
      inner = nameOf(node, name);
    if (isFunction(node)) {
      const own = [...path, nameOf(node, name)];
      found.push({ node, path: own.join('>') });
      ts.forEachChild(node, (child) => walk(child, own, ''));
    } else ts.forEachChild(node, (child) => walk(child, ts.isClassDeclaration(node) ? [...path, inner] : path, inner));
  };
  walk(source, [], '');
  return found;
};

/** What no function stands for: the router and the message catalogues report names. Each entry replaces a text, which must exist. */
const NOTES = {
  'packages/command-bus/src/router.ts': [
    'const { command, wireParams, more, identity } = parsed;',
    'const { command, wireParams, more, identity } = parsed;globalThis.__note?.(`command ${command.name}`);',
  ],
  'packages/command-bus/src/messages/message-catalogue.ts': [
    'catalogue[key] ??',
    '(globalThis.__note?.(`message ${String(key)}`), catalogue[key]) ??',
  ],
};
/** The catalogues of the desktop: the key of a plural form is read without its ending. */
NOTES['apps/desktop/src/platform/i18n/languages.ts'] = [
  'return (key, ...values) =>',
  'return (key, ...values) => globalThis.__note?.(`message ${messages.namespace}.${key}`) ??',
];
/** A source that reports names. */
export const withNotes = (name, code) => {
  const [text, replacement] = NOTES[name] ?? ['', ''];
  if (!code.includes(text)) throw new Error(`${name} no longer has the text with which it reports names: ${text}`);
  return code.replace(text, () => replacement);
};

/** A source in which each function reports its first call. Lines keep their numbers. */
export const withHits = (name, original) => {
  const code = withNotes(name, original);
  const source = parse(name, code);
  const edits = [];
  functionsIn(source).forEach(({ node: { body } }, at) => {
    const start = body.getStart(source);
    if (!ts.isBlock(body)) {
      edits.push([start, at, `(__hit(${at}),`], [body.end, -at, ')']);
      return;
    }
    // A directive (`'use strict'`) must stay first.
    const [first] = body.statements;
    const isDirective = first !== undefined && ts.isExpressionStatement(first) && ts.isStringLiteral(first.expression);
    edits.push([isDirective ? first.end : start + 1, at, `;__hit(${at});`]);
  });
  // From the end. At one place the outer function comes first, and closes last.
  edits.sort((a, b) => b[0] - a[0] || b[1] - a[1]);
  let out = code;
  for (const [at, , text] of edits) out = out.slice(0, at) + text + out.slice(at);
  const head = `const __hit=globalThis.__hits?.(${JSON.stringify(name)})??(()=>{});`;
  const [shebang = ''] = /^#!.*\n/.exec(out) ?? [];
  return shebang + head + out.slice(shebang.length);
};

/** For tsdown, Vite and Vitest. */
export const hitsPlugin = {
  name: 'hits',
  enforce: 'pre',
  transform(code, id) {
    const name = sourceName(id);
    return name === null || id.includes('?raw') ? null : { code: withHits(name, code), map: null };
  },
};

/** The tokens of a piece of source, without spaces and comments. @param without nodes that are left out */
export const tokensOf = (source, node, without) => {
  const parts = [];
  const walk = (each) => {
    if (without(each)) {
      parts.push('ƒ');
      return;
    }
    // Types do not change what a function does.
    if (ts.isTypeNode(each) || ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each)) return;
    const children = each.getChildren(source);
    if (children.length === 0) {
      // A trailing comma is formatting.
      if (each.kind !== ts.SyntaxKind.EndOfFileToken) parts.push(each.getText(source));
      return;
    }
    for (const child of children) if (child.kind !== ts.SyntaxKind.JSDoc) walk(child);
  };
  walk(node);
  return parts
    .join(' ')
    .replaceAll(/ , (?=[)\]}])/g, ' ')
    .replaceAll(/\s+/g, ' ');
};

export const digest = (text) => createHash('sha256').update(text).digest('base64url').slice(0, 8);
