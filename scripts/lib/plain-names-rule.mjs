// ESLint rule `boxwood/plain-names`: warns when a new name uses a word of the old vocabulary (docs/style.md).

/** Each word, and what to write instead. Only words that are never right in a name are listed. */
const WORDS = new Map([
  ['told', 'report, notify or emit'],
  ['telling', 'reporting or notifying'],
  ['heard', 'received'],
  ['unheard', 'unreachable'],
  ['sight', 'fingerprint, or readable folders'],
  ['deed', 'user action'],
  ['deeds', 'undo stack'],
  ['glance', 'probe or poll'],
  ['glances', 'polled folders'],
  ['learner', 'index writer'],
  ['lately', 'lazy or deferred'],
  ['somebody', 'the caller or the user'],
  ['whoever', 'the caller or the user'],
  ['wicked', 'malicious'],
  ['victim', 'crash target'],
  ['mended', 'fixed'],
]);

const wordsOf = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_$#-]/g, ' ')
    .toLowerCase()
    .split(' ');

const create = (context) => {
  const check = (node) => {
    if (node?.type === 'ObjectPattern') for (const each of node.properties) check(each.value ?? each.argument);
    if (node?.type === 'ArrayPattern') for (const each of node.elements) check(each);
    if (node?.type === 'AssignmentPattern') check(node.left);
    if (node?.type === 'RestElement') check(node.argument);
    if (node?.type !== 'Identifier' && node?.type !== 'PrivateIdentifier') return;
    for (const word of wordsOf(node.name))
      if (WORDS.has(word))
        context.report({ node, message: `"${word}" in "${node.name}": write ${WORDS.get(word)} (docs/style.md).` });
  };
  const checkFunction = ({ id, params }) => {
    check(id);
    for (const each of params) check(each);
  };
  return {
    VariableDeclarator: ({ id }) => check(id),
    FunctionDeclaration: checkFunction,
    FunctionExpression: checkFunction,
    ArrowFunctionExpression: checkFunction,
    ClassDeclaration: ({ id }) => check(id),
    MethodDefinition: ({ key }) => check(key),
    PropertyDefinition: ({ key }) => check(key),
    TSTypeAliasDeclaration: ({ id }) => check(id),
    TSInterfaceDeclaration: ({ id }) => check(id),
    TSMethodSignature: ({ key }) => check(key),
  };
};

export const plainNames = { meta: { type: 'suggestion', schema: [] }, create };
