import rxjsX from 'eslint-plugin-rxjs-x';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';
import { plainNames } from './scripts/lib/plain-names-rule.mjs';

/** Domain code gets the time from a `Clock` and a scheduler. Code that reads the system clock cannot be tested in virtual time. */
const wallClock = [
  {
    selector:
      "CallExpression[callee.object.name=/^(Date|performance)$/][callee.property.name='now'], NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Take the time from the injected Clock.',
  },
  {
    selector: 'CallExpression[callee.name=/^(setTimeout|setInterval|queueMicrotask|requestAnimationFrame)$/]',
    message: 'Schedule on the injected scheduler.',
  },
  {
    selector:
      'CallExpression[callee.name=/^(timer|interval|delay|debounceTime|throttleTime|auditTime|sampleTime|bufferTime|timeout|timestamp|timeInterval)$/][arguments.length<2]',
    message: 'Give this operator the injected scheduler.',
  },
];
/** A scheduler does not control when a promise resumes. A stream may only wait for `ready` of the store. */
const promises = [
  {
    selector:
      "AwaitExpression, :function[async=true], NewExpression[callee.name='Promise'], CallExpression[callee.object.name='Promise'], CallExpression[callee.name=/^(firstValueFrom|lastValueFrom)$/], CallExpression[callee.property.name='then']:not([callee.object.property.name='ready'])",
    message: 'Do not use promises in the time path of a stream. Convert calls to the box with fromTask.',
  },
];

/** Product code without tests. */
const product = ['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}'];
const servers = ['packages/{command-bus,box-sdk,account-sdk}/src/**/*.ts', 'apps/{box,account,host}/src/**/*.ts'];
const tests = [
  '**/*.test.{ts,tsx}',
  '**/*.contract.ts',
  '**/testing/**',
  '**/*-test-helpers.ts',
  '**/*-fixture.ts',
  '**/test-kit.ts',
];
/** Files where streams are found by their types, tests included. */
const streams = ['packages/domain/src/**/*.ts', 'apps/desktop/src/**/*.{ts,tsx}'];
/** Every product file but the one that names the exceptions and their reasons. */
const verifying = {
  selector:
    "Property[key.name='rejectUnauthorized'], Property[key.value='rejectUnauthorized'], MemberExpression[property.name='rejectUnauthorized'], Literal[value=/^NODE_TLS_REJECT_UNAUTHORIZED$/], Identifier[name='NODE_TLS_REJECT_UNAUTHORIZED']",
  message: 'Verify certificates. The exceptions are in apps/box/src/platform/unverified-tls.ts.',
};
/** Syntax that no product code may use. */
const house = [
  verifying,
  {
    selector:
      "NewExpression[callee.name='Function'], CallExpression[callee.name=/^(Function|eval)$/], ImportDeclaration[source.value=/^(node:)?vm$/]",
    message: 'Compile no text as code: the box runs without code generation from strings.',
  },
  {
    selector: 'SpreadElement > ObjectExpression.argument, SpreadElement > ArrayExpression.argument',
    message: 'Do not spread a literal: write its members directly.',
  },
  {
    selector:
      "ImportDeclaration[source.value=/child_process$/] :matches(ImportSpecifier[imported.name=/^exec(Sync)?$/], ImportNamespaceSpecifier, ImportDefaultSpecifier), Property[key.name='shell']",
    message: 'Do not use a shell: start programs with a list of arguments (spawn, execFile).',
  },
  {
    selector:
      "MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)$/], MemberExpression[property.value=/^(innerHTML|outerHTML|insertAdjacentHTML)$/], JSXAttribute[name.name='dangerouslySetInnerHTML'], Property[key.name='dangerouslySetInnerHTML'], CallExpression[callee.object.name='document'][callee.property.name=/^write(ln)?$/]",
    message: 'Do not create markup from text: build elements, or show documents in their sandboxed frame.',
  },
  {
    // The same number has different meanings in different families.
    selector:
      "NewExpression[callee.name='Refusal'] > Literal.arguments:first-child, CallExpression[callee.name=/^(refuse|refused|no)$/] > Literal.arguments:first-child[raw=/^[0-9]/], BinaryExpression[operator=/^[!=]==$/][left.name='code'] > Literal.right[value>1], BinaryExpression[operator=/^[!=]==$/][left.property.name='code'] > Literal.right[value>1], ObjectExpression:has(> Property[key.name='_tag'][value.value='Refused']) > Property[key.name='code'] > Literal.value",
    message: 'Use the constant of the code: GEN.path, ACC.identity (packages/command-bus/src/error-codes.ts).',
  },
];
/** Only the runtime starts programs: it sets their rights and limits, and ends them. */
const starting = [
  {
    selector: "ImportDeclaration[source.value=/^(node:)?child_process$/][importKind!='type']",
    message: 'Start programs and processes with apps/box/src/runtime/programs.ts (apps/host: machine.ts).',
  },
  {
    selector: "Property[key.name=/^(as|apart)$/] > ObjectExpression:has(> Property[key.name='rights'])",
    message: 'Register programs that the box starts in apps/box/src/runtime/program-registry.ts.',
  },
  {
    selector: "CallExpression[callee.name='setInterval']",
    message: 'Add periodic work to the timetable (apps/box/src/runtime/timetable.ts).',
  },
];
const guessable = [
  {
    selector:
      "MemberExpression[object.name='Math'][property.name='random'], MemberExpression[object.name='Math'][property.value='random']",
    message: 'Math.random is predictable: use node:crypto or getRandomValues.',
  },
];
const stalling = [
  {
    selector: ":matches(NewExpression, CallExpression)[callee.name='RegExp'][arguments.0.type!='Literal']",
    message:
      'A regular expression built at run time can take exponential time or contain user input: write a literal, or use RE2 (apps/box/src/features/files/search/name-pattern.ts).',
  },
];
/** Files that build regular expressions from their own constants, or only validate one that the user typed. */
const expressions = [
  'packages/command-bus/src/route-table.ts',
  'packages/box-sdk/src/{containers/container-rules,media/media-rules}.ts',
  'packages/box-simulator/src/files/folder-listing.ts',
  'apps/box/src/features/monitor/{procfs,processes}.ts',
  'apps/desktop/src/apps/document/highlight.ts',
];

/** Files that no rule checks (tests outside of `streams`) match nothing here and are not parsed. */
const reading = {
  languageOptions: { parser: ts.parser },
  // Some directives are for oxlint, which eslint does not know.
  linterOptions: { reportUnusedDisableDirectives: 'off' },
};

export default defineConfig(
  globalIgnores([
    '**/dist/**',
    '**/dist-hits/**',
    '**/node_modules/**',
    '.tools/**',
    '.cache/**',
    'coverage/**',
    'data/**',
    '**/*.mjs',
    '**/*.cjs',
    '**/*.js',
  ]),
  { files: product, ignores: tests, ...reading },
  {
    files: product,
    ignores: tests,
    plugins: { boxwood: { rules: { 'plain-names': plainNames } } },
    rules: { 'boxwood/plain-names': 'warn' },
  },
  { files: streams, ...reading },
  {
    files: product,
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', ...house, ...stalling] },
  },
  {
    files: servers,
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', ...house, ...stalling, ...guessable] },
  },
  {
    files: ['apps/{box,host}/src/**/*.ts'],
    ignores: [
      ...tests,
      'apps/box/src/runtime/*.ts',
      'apps/box/src/bin/launcher/launcher-processes.ts',
      'apps/box/src/features/tasks/kill-driver.ts',
      'apps/host/src/machine.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...house, ...stalling, ...guessable, ...starting] },
  },
  {
    files: ['apps/box/src/platform/unverified-tls.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...house.filter((rule) => rule !== verifying),
        ...stalling,
        ...guessable,
        ...starting,
      ],
    },
  },
  { files: expressions, rules: { 'no-restricted-syntax': ['error', ...house, ...guessable] } },
  {
    files: streams,
    extends: [rxjsX.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { 'rxjs-x/no-ignored-error': 'off' },
  },
  {
    files: ['packages/domain/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.contract.ts', '**/testing/**', '**/browser/browser-page.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...house, ...stalling, ...guessable, ...wallClock, ...promises],
    },
  },
  {
    // Storage and locks of the browser use promises; their results reach streams as events.
    files: ['packages/domain/src/{store,browser}/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.contract.ts', '**/browser/browser-page.ts'],
    rules: { 'no-restricted-syntax': ['error', ...house, ...stalling, ...guessable, ...wallClock] },
  },
);
