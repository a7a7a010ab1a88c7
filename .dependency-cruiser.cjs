/** The layers of docs/architecture.md. */
const forbid = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: to },
});
module.exports = {
  forbidden: [
    // Includes cycles of types and of lazy imports: code in a cycle has no reading order.
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    forbid('command-bus-is-the-kernel', '^packages/command-bus/src', '^(packages/(?!command-bus)|apps|node:)'),
    forbid('box-sdk-stands-on-the-bus', '^packages/box-sdk/src', '^(packages/(?!box-sdk|command-bus)|apps)'),
    forbid(
      'account-sdk-stands-on-the-bus',
      '^packages/account-sdk/src',
      '^(packages/(?!account-sdk|command-bus)|apps)',
    ),
    // The simulator is an independent implementation of the specification: shared code would hide errors of the SDKs.
    forbid(
      'simulator-shares-nothing',
      '^packages/box-simulator/src',
      '^(packages/(?!box-simulator)|apps|tests|@boxwood/)|node_modules/',
    ),
    forbid(
      'domain-has-no-screen',
      '^packages/domain/src',
      '^(packages/ui|apps)|node_modules/(react|react-dom|tsyringe|observable-hooks)/',
    ),
    forbid(
      'ui-knows-no-product',
      '^packages/ui/src',
      '^(packages/(?!ui)|apps)|node_modules/(rxjs|tsyringe|fp-ts|io-ts)/',
    ),
    forbid('servers-have-no-screen', '^apps/(box|account)/src', '^(packages/(domain|ui)|apps/desktop)'),
    // The helper runs as root, so its dependencies are kept small enough to review.
    forbid(
      'host-stands-on-codecs',
      '^apps/host/src',
      '^(packages/(?!command-bus/src/codecs|command-bus/src/either)|apps/(?!host))',
    ),
    forbid('account-never-imports-box', '^apps/account/src', '^apps/(box|cli|desktop)'),
    {
      name: 'desktop-apps-never-import-each-other',
      severity: 'error',
      from: { path: '^apps/desktop/src/apps/([^/]+)/' },
      to: { path: '^apps/desktop/src/apps/([^/]+)/', pathNot: '^apps/desktop/src/apps/$1/' },
    },
    {
      name: 'sdk-has-no-node',
      severity: 'error',
      // The subpath `@boxwood/box-sdk/node` reads local files.
      from: {
        path: '^packages/(command-bus|box-sdk|account-sdk|domain|ui)/src',
        pathNot: '\\.test\\.tsx?$|^packages/box-sdk/src/(node\\.ts|local/)',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'one-door-to-io-ts',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '^packages/command-bus/src/(codecs/codec\\.ts|.*\\.test)' },
      to: { path: 'node_modules/io-ts/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist(-hits)?|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['@boxwood/source', 'import', 'module', 'types', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
