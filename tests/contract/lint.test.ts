/** The linter enforces the rules of this project: it must refuse each line here in its folder. */
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { describe, expect, it, vi } from 'vitest';

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 60_000 });

const eslint = new ESLint({
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  // These rules only check syntax: loading the types of every project would take a minute.
  overrideConfig: { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-syntax',
});
const refusals = async (filePath: string, text: string): Promise<readonly string[]> => {
  const [result] = await eslint.lintText(text, { filePath });
  expect(result?.messages.filter(({ fatal }) => fatal === true)).toEqual([]);
  return (result?.messages ?? []).map(({ message }) => message.slice(0, 12));
};
const BOX = 'apps/box/src/platform/clock.ts';
/** The only file of the box that starts programs. */
const RUNTIME = 'apps/box/src/runtime/programs.ts';
const DOMAIN = 'packages/domain/src/time/domain-clock.ts';
const DESKTOP = 'apps/desktop/src/main.tsx';

describe('the linter', () => {
  it.each([
    ["import { exec } from 'node:child_process'; export { exec };", RUNTIME, 'Do not use a'],
    ["import { execSync as run } from 'child_process'; export { run };", 'apps/cli/src/main.ts', 'Do not use a'],
    ["import * as children from 'node:child_process'; export { children };", RUNTIME, 'Do not use a'],
    ["import { spawn } from 'node:child_process'; export { spawn };", BOX, 'Start progra'],
    [
      "import { fork } from 'child_process'; export { fork };",
      'apps/box/src/features/files/background-worker.ts',
      'Start progra',
    ],
    ['export const timer = setInterval(() => undefined, 1000);', BOX, 'Add periodic'],
    ["export const options = { as: { what: '', rights: 'own', limits: {} } };", BOX, 'Register pro'],
    ['export const options = { shell: true };', BOX, 'Do not use a'],
    ['export const f = (e: HTMLElement, t: string) => { e.innerHTML = t; };', DESKTOP, 'Do not creat'],
    ["export const f = (e: HTMLElement, t: string) => { e['innerHTML'] = t; };", DESKTOP, 'Do not creat'],
    [
      "export const f = (e: HTMLElement, t: string) => { e.insertAdjacentHTML('beforeend', t); };",
      DESKTOP,
      'Do not creat',
    ],
    ['export const f = (t: string) => <p dangerouslySetInnerHTML={{ __html: t }} />;', DESKTOP, 'Do not creat'],
    ['export const f = (t: string) => ({ dangerouslySetInnerHTML: { __html: t } });', DESKTOP, 'Do not creat'],
    ['export const id = () => Math.random().toString(36);', BOX, 'Math.random '],
    ['export const id = () => Math.random();', 'apps/account/src/secrets.ts', 'Math.random '],
    ['export const id = () => Math.random();', 'packages/box-sdk/src/request-limits.ts', 'Math.random '],
    ['export const id = () => Math.random();', DOMAIN, 'Math.random '],
    ["import { Refusal } from '../vault/index.ts'; export const f = () => new Refusal(15);", BOX, 'Use the cons'],
    [
      'export const f = (refuse: (code: number) => never) => refuse(1020);',
      'apps/account/src/service-context.ts',
      'Use the cons',
    ],
    ['export const f = (left: { code: number }) => left.code === 13;', DOMAIN, 'Use the cons'],
    ['export const f = (code: number) => code !== 1001;', 'apps/cli/src/cli-errors.ts', 'Use the cons'],
    ["export const gone = { _tag: 'Refused', family: 'GEN', code: 18, fields: {} };", DESKTOP, 'Use the cons'],
    ['export const f = (a: object) => ({ ...a, ...{ b: 1 } });', BOX, 'Do not sprea'],
    ['export const f = (a: number[]) => [...[1, 2], ...a];', DESKTOP, 'Do not sprea'],
    ['export const f = (typed: string) => new RegExp(typed);', BOX, 'A regular ex'],
    ['export const f = (typed: string) => RegExp(`^${typed}`);', 'apps/account/src/secrets.ts', 'A regular ex'],
    ['export const f = (typed: string) => new RegExp(typed);', DOMAIN, 'A regular ex'],
    ['export const options = { rejectUnauthorized: false };', BOX, 'Verify certi'],
    ["export const options = { 'rejectUnauthorized': false };", 'apps/account/src/secrets.ts', 'Verify certi'],
    ["process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';", 'apps/cli/src/main.ts', 'Verify certi'],
    ["export const f = new Function('return 1');", BOX, 'Compile no t'],
    ["export const f = Function('return 1');", DESKTOP, 'Compile no t'],
    ["import { runInThisContext } from 'node:vm'; export { runInThisContext };", BOX, 'Compile no t'],
  ])('refuses %s', async (text, file, said) => {
    expect(await refusals(file, text)).toEqual([said]);
  });

  it('lets pass what is meant', async () => {
    const fine =
      "import { spawn } from 'node:child_process'; export const f = () => [spawn('true', []), /a/.exec('a')];";
    expect(await refusals(RUNTIME, fine)).toEqual([]);
    const typed = "import type { ChildProcess } from 'node:child_process'; export type { ChildProcess };";
    expect(await refusals(BOX, typed)).toEqual([]);
    const reasoned = 'export const PROBE_TLS = { rejectUnauthorized: false } as const;';
    expect(await refusals('apps/box/src/platform/unverified-tls.ts', reasoned)).toEqual([]);
  });
});
