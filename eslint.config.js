import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import rxjsX from 'eslint-plugin-rxjs-x';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';

const noSubpaths = {
  patterns: [
    { group: ['fp-ts/*', 'io-ts/*'], message: 'Plain Node cannot resolve these subpaths; import the package root.' },
  ],
};

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
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [js.configs.recommended, ts.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.ts', 'scripts/*.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'no-restricted-imports': ['error', noSubpaths],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: false, requireDefaultForNonUnion: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['packages/domain/src/**/*.ts', 'apps/desktop/src/**/*.{ts,tsx}'],
    extends: [rxjsX.configs.recommended],
    rules: { 'rxjs-x/no-ignored-error': 'off' },
  },
  {
    files: ['packages/domain/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.contract.ts', '**/testing/**', '**/browser/page.ts'],
    rules: { 'no-restricted-syntax': ['error', ...wallClock, ...promises] },
  },
  {
    // Disks and locks of the browser answer with promises; what they tell reaches streams as events.
    files: ['packages/domain/src/{store,browser}/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.contract.ts', '**/browser/page.ts'],
    rules: { 'no-restricted-syntax': ['error', ...wallClock] },
  },
  {
    files: ['packages/ui/**/*.tsx', 'apps/desktop/**/*.tsx'],
    extends: [reactHooks.configs.flat['recommended-latest']],
  },
  {
    files: ['packages/{command-bus,box-sdk,account-sdk}/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/transports/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        'window',
        'document',
        'process',
        'Buffer',
        'localStorage',
        'XMLHttpRequest',
        'fetch',
      ],
    },
  },
  {
    // A server that nobody waits for must say what becomes of a failure: `void` would let it end the process.
    files: ['apps/{box,account}/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**', '**/testing.ts'],
    rules: { '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }] },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'tests/**/*.ts', 'scripts/**/*.ts'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-non-null-assertion': 'error' },
  },
  {
    files: ['apps/cli/src/**/*.ts', 'apps/box/src/main.ts'],
    rules: { 'no-console': 'off' },
  },
);
