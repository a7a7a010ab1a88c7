import rxjsX from 'eslint-plugin-rxjs-x';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';
import { plainNames } from './scripts/lib/plain-names-rule.mjs';

/** Domain code takes its time from a `Clock` and a scheduler; a call that asks the machine instead cannot be tested in virtual time. */
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
/** A promise resumes in its own time, which no scheduler moves. What a stream may wait for is the store's `ready`, a fact about the disk. */
const promises = [
  {
    selector:
      "AwaitExpression, :function[async=true], NewExpression[callee.name='Promise'], CallExpression[callee.object.name='Promise'], CallExpression[callee.name=/^(firstValueFrom|lastValueFrom)$/], CallExpression[callee.property.name='then']:not([callee.object.property.name='ready'])",
    message: 'No promise in the time path of a stream; answers of the box enter through fromTask.',
  },
];

/** Product code: what a family runs, without its tests. */
const product = ['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}'];
const servers = ['packages/{command-bus,box-sdk,account-sdk}/src/**/*.ts', 'apps/{box,account,host}/src/**/*.ts'];
const tests = ['**/*.test.{ts,tsx}', '**/*.contract.ts', '**/testing/**', '**/testing.ts', '**/test-kit.ts'];
/** Where what is a stream only its type says, tests included. */
const streams = ['packages/domain/src/**/*.ts', 'apps/desktop/src/**/*.{ts,tsx}'];
/** Syntax that no product code may use. */
const house = [
  {
    selector: 'SpreadElement > ObjectExpression.argument, SpreadElement > ArrayExpression.argument',
    message: 'Write the members themselves: the spread of a literal only moves them to another line.',
  },
  {
    selector:
      "ImportDeclaration[source.value=/child_process$/] :matches(ImportSpecifier[imported.name=/^exec(Sync)?$/], ImportNamespaceSpecifier, ImportDefaultSpecifier), Property[key.name='shell']",
    message: 'No shell: start programs with a list of arguments (spawn, execFile).',
  },
  {
    selector:
      "MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)$/], MemberExpression[property.value=/^(innerHTML|outerHTML|insertAdjacentHTML)$/], JSXAttribute[name.name='dangerouslySetInnerHTML'], Property[key.name='dangerouslySetInnerHTML'], CallExpression[callee.object.name='document'][callee.property.name=/^write(ln)?$/]",
    message: 'No markup from text: build elements, or show documents in their sandboxed frame.',
  },
  {
    // A number means another thing in another family; its name says which.
    selector:
      "NewExpression[callee.name='Refusal'] > Literal.arguments:first-child, CallExpression[callee.name=/^(refuse|refused|no)$/] > Literal.arguments:first-child[raw=/^[0-9]/], BinaryExpression[operator=/^[!=]==$/][left.name='code'] > Literal.right[value>1], BinaryExpression[operator=/^[!=]==$/][left.property.name='code'] > Literal.right[value>1], ObjectExpression:has(> Property[key.name='_tag'][value.value='Refused']) > Property[key.name='code'] > Literal.value",
    message: 'Name the code: GEN.path, ACC.identity (packages/command-bus/src/error-codes.ts).',
  },
];
/** The runtime gives every program that the box starts its rights, limits and end. */
const starting = [
  {
    selector: "ImportDeclaration[source.value=/^(node:)?child_process$/][importKind!='type']",
    message: 'Programs and processes are started by apps/box/src/runtime/programs.ts alone (apps/host: by machine.ts).',
  },
  {
    selector: "Property[key.name=/^(as|apart)$/] > ObjectExpression:has(> Property[key.name='rights'])",
    message: 'Register programs that the box starts in apps/box/src/runtime/program-registry.ts.',
  },
  {
    selector: "CallExpression[callee.name='setInterval']",
    message: 'Periodic work is an entry of the timetable (apps/box/src/runtime/timetable.ts).',
  },
];
const guessable = [
  {
    selector:
      "MemberExpression[object.name='Math'][property.name='random'], MemberExpression[object.name='Math'][property.value='random']",
    message: 'These numbers are predictable: use node:crypto or getRandomValues.',
  },
];
const stalling = [
  {
    selector: ":matches(NewExpression, CallExpression)[callee.name='RegExp'][arguments.0.type!='Literal']",
    message:
      'An expression built at run time can take exponential time or contain user input: write a literal, or use RE2 (apps/box/src/features/files/search/name-pattern.ts).',
  },
];
/** These put expressions together from words of their own, or only ask whether what somebody typed is one. */
const expressions = [
  'packages/command-bus/src/route-table.ts',
  'packages/box-sdk/src/{containers/container-rules,media/media-rules}.ts',
  'packages/box-simulator/src/files/folder-listing.ts',
  'apps/box/src/features/monitor/{procfs,processes}.ts',
  'apps/desktop/src/apps/document/highlight.ts',
];

/** A file that no rule looks at (a test outside of the streams) matches nothing here, and is not read. */
const reading = {
  languageOptions: { parser: ts.parser },
  // oxlint's own, which this linter does not know.
  linterOptions: { reportUnusedDisableDirectives: 'off' },
};

export default defineConfig(
  globalIgnores([
    '**/dist/**',
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
    // Disks and locks of the browser answer with promises; what they tell reaches streams as events.
    files: ['packages/domain/src/{store,browser}/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.contract.ts', '**/browser/browser-page.ts'],
    rules: { 'no-restricted-syntax': ['error', ...house, ...stalling, ...guessable, ...wallClock] },
  },
);
