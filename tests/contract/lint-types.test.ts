/** The type-aware linter enforces the rules we rely on: it must report each line here with the named rule. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SAID = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

const ANYWHERE = 'apps/desktop/src';
const SERVER = 'apps/box/src';
const SDK = 'packages/box-sdk/src';
const PROMISE = 'declare const later: () => Promise<number>;';
const KINDS = "type Kind = 'file' | 'folder';";
const react = (text: string): string =>
  `import { useCallback, useEffect, useMemo, useRef, useState } from 'react';\n${text}`;
/** The rule, the fault, and the folder it applies to. */
const FAULTS: readonly (readonly [rule: string, fault: string, folder?: string])[] = [
  ['no-floating-promises', `${PROMISE} later();`],
  ['no-floating-promises', `${PROMISE} void later();`, SERVER],
  ['no-misused-promises', `${PROMISE} if (later()) Object.keys({});`],
  ['no-misused-promises', `${PROMISE} [1].forEach(async () => { await later(); });`],
  ['await-thenable', 'export const f = async (n: number) => { await n; };'],
  ['require-await', 'export const f = async () => 1;'],
  ['return-await', `${PROMISE} export const f = async () => { try { return later(); } catch { return 0; } };`],
  ['prefer-promise-reject-errors', "export const f = () => Promise.reject('no');"],
  ['only-throw-error', "export const f = () => { throw 'no'; };"],
  ['use-unknown-in-catch-callback-variable', `${PROMISE} export const f = later().catch((e: Error) => e.message);`],
  [
    'switch-exhaustiveness-check',
    `${KINDS} export const f = (k: Kind) => { switch (k) { case 'file': return 1; } return 2; };`,
  ],
  [
    'switch-exhaustiveness-check',
    `${KINDS} export const f = (k: Kind) => { switch (k) { case 'file': return 1; default: return 2; } };`,
  ],
  ['no-unnecessary-condition', 'export const f = (t: string) => t ?? 1;'],
  ['no-unnecessary-condition', 'export const f = (o: { readonly n: object }) => (o.n ? 1 : 2);'],
  ['no-unnecessary-type-assertion', 'export const f = (t: string) => t as string;'],
  ['no-unnecessary-boolean-literal-compare', 'export const f = (b: boolean) => b === true;'],
  ['no-unnecessary-type-parameters', 'export const f = <T>(t: T): void => { Object.keys({ t }); };'],
  ['no-unnecessary-template-expression', "export const t = `a${'b'}`;"],
  ['no-unsafe-assignment', "export const o: { n: number } = JSON.parse('{}');"],
  ['no-unsafe-argument', "Math.sqrt(JSON.parse('1'));"],
  ['no-unsafe-call', "JSON.parse('1')();"],
  ['no-unsafe-member-access', "export const f = () => { JSON.parse('1').name; };"],
  ['no-unsafe-return', "export const f = (): number => JSON.parse('1');"],
  ['no-explicit-any', 'export const f = (a: any) => { Object.keys({ a }); };'],
  ['no-non-null-assertion', 'export const f = (a?: string) => a!.length;'],
  ['restrict-template-expressions', 'export const f = (o: object) => `${o}`;'],
  ['restrict-plus-operands', 'export const f = (n: number, t: string) => n + t;'],
  ['no-base-to-string', 'export const f = (o: object) => String(o);'],
  ['no-confusing-void-expression', 'export const f = (g: () => void) => { return g(); };'],
  ['unbound-method', 'class A { n = 1; go() { return this.n; } } export const { go } = new A();'],
  ['no-misused-spread', 'export const f = (list: readonly string[]) => ({ ...list });'],
  ['no-array-delete', 'export const f = (list: string[]) => { delete list[0]; };'],
  ['no-for-in-array', 'export const f = (list: string[]) => { for (const n in list) Object.keys({ n }); };'],
  ['no-implied-eval', "setTimeout('f()', 1);"],
  ['no-deprecated', '/** @deprecated it is gone */ declare const old: () => void; export const f = () => { old(); };'],
  ['no-redundant-type-constituents', 'export const f = (a: unknown | string) => { Object.keys({ a }); };'],
  ['no-dynamic-delete', 'export const f = (o: Record<string, 1>, k: string) => { delete o[k]; };'],
  ['ban-ts-comment', "// @ts-ignore\nexport const n: number = 'a';"],
  ['consistent-type-imports', "import { Stats } from 'node:fs'; export type A = Stats;"],
  ['no-unused-vars', 'export const f = () => { const n = 1; };'],
  ['no-restricted-imports', "import { right } from 'fp-ts/Either'; export { right };"],
  ['no-restricted-globals', 'export const f = () => window.name;', SDK],
  ['no-restricted-globals', "export const f = () => fetch('/');", SDK],
  ['no-console', "console.log('a');"],
  ['no-console', "console.log('a');", SERVER],
  ['eqeqeq', 'export const f = (a: number, b: number) => a == b;'],
  ['prefer-const', 'export const f = () => { let a = 1; return a; };'],
  ['no-empty', 'export const f = (g: () => void) => { try { g(); } catch {} };'],
  ['no-control-regex', String.raw`export const r = /\x01/;`],
  [
    'no-fallthrough',
    'export const f = (n: number) => { switch (n) { case 1: Object.keys({}); case 2: return 1; default: return 2; } };',
  ],
  ['no-unsafe-finally', 'export const f = () => { try { return 1; } finally { return 2; } };'],
  [
    'preserve-caught-error',
    "export const f = (g: () => void) => { try { g(); } catch (e) { throw new Error('no'); } };",
  ],
];
/** The same for components; React's compiler reports most of them. */
const COMPONENTS: readonly (readonly [rule: string, fault: string])[] = [
  ['rules-of-hooks', 'export function A({ on }: { on: boolean }) { if (on) useState(1); return null; }'],
  ['rules-of-hooks', 'export function a() { return useState(1); }'],
  [
    'exhaustive-deps',
    'export function A({ n }: { n: number }) { useEffect(() => { document.title = `${n}`; }, []); return null; }',
  ],
  ['static-components', 'export function A() { const B = () => <p />; return <B />; }'],
  [
    'use-memo',
    'export function A({ n }: { n: number }) { const m = useMemo(async () => n, [n]); return <p>{String(m)}</p>; }',
  ],
  [
    'void-use-memo',
    'export function A({ n }: { n: number }) { const m = useMemo(() => { n.toFixed(); }, [n]); return <p>{String(m)}</p>; }',
  ],
  ['immutability', 'export function A({ o }: { o: { n: number } }) { o.n = 1; return <p>{o.n}</p>; }'],
  [
    'immutability',
    'export function A() { const [o] = useState({ n: 1 }); return <button onClick={() => { o.n = 2; }}>{o.n}</button>; }',
  ],
  ['globals', 'let n = 0; export function A() { n += 1; return <p>{n}</p>; }'],
  ['refs', 'export function A() { const r = useRef(1); return <p>{r.current}</p>; }'],
  ['refs', 'export function A() { const r = useRef(1); r.current = 2; return <p />; }'],
  [
    'set-state-in-effect',
    'export function A() { const [n, set] = useState(1); useEffect(() => { set(2); }, []); return <p>{n}</p>; }',
  ],
  ['set-state-in-render', 'export function A() { const [n, set] = useState(1); set(n + 1); return <p>{n}</p>; }'],
  ['error-boundaries', "import { B } from './b'; export function A() { try { return <B />; } catch { return null; } }"],
  ['purity', 'export function A() { return <p>{Math.random()}</p>; }'],
  [
    'unsupported-syntax',
    'export function A({ t }: { t: string }) { const n: unknown = eval(t); return <p>{String(n)}</p>; }',
  ],
  [
    'incompatible-library',
    "import { useVirtualizer } from '@tanstack/react-virtual'; export function A() { const v = useVirtualizer({}); return <p>{v.a()}</p>; }",
  ],
];
/** Similar code that is allowed. */
const FINE: readonly (readonly [text: string, folder: string])[] = [
  [`${PROMISE} void later();`, ANYWHERE],
  [
    `${KINDS} export const f = (k: Kind) => { switch (k) { case 'file': return 1; case 'folder': return 2; } };`,
    SERVER,
  ],
  ["export const f = () => fetch('/');", ANYWHERE],
  ["console.log('a');", 'apps/cli/src'],
  ['export const f = (n: number, b: boolean) => `${n} ${b}`;', SERVER],
];

describe('the linter with types', () => {
  const house = mkdtempSync(join(tmpdir(), 'boxwood-lint-'));
  const said = new Map<string, readonly string[]>();

  beforeAll(() => {
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(house, name)), { recursive: true });
      writeFileSync(join(house, name), text);
    };
    const compilerOptions = {
      target: 'ES2023',
      lib: ['ES2024', 'DOM'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      types: [],
      jsx: 'preserve',
    };
    write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['**/*.ts', '**/*.tsx'] }));
    FAULTS.forEach(([, text, folder = ANYWHERE], at) => write(`${folder}/fault-${at}.ts`, `${text}\nexport {};\n`));
    COMPONENTS.forEach(([, text], at) => write(`${ANYWHERE}/component-${at}.tsx`, react(text)));
    FINE.forEach(([text, folder], at) => write(`${folder}/fine-${at}.ts`, `${text}\nexport {};\n`));
    writeFileSync(join(house, '.oxlintrc.json'), JSON.stringify({ extends: [join(ROOT, '.oxlintrc.json')] }));
    const linter = join(ROOT, 'node_modules/.bin/oxlint');
    const { stdout, stderr } = spawnSync(linter, ['--format', 'json', '.'], { cwd: house, encoding: 'utf8' });
    expect(stderr).toBe('');
    for (const { code, filename } of SAID.parse(JSON.parse(stdout)).diagnostics)
      said.set(filename, [...(said.get(filename) ?? []), code.replace(/^.*\((.*)\)$/, '$1')]);
  });
  afterAll(() => {
    rmSync(house, { recursive: true, force: true });
  });

  it.each(FAULTS.map(([rule, text, folder = ANYWHERE], at) => [rule, text, `${folder}/fault-${at}.ts`] as const))(
    '%s refuses %s (%s)',
    (rule, _, file) => {
      expect(said.get(file)).toContain(rule);
    },
  );

  it.each(COMPONENTS.map(([rule, text], at) => [rule, text, `${ANYWHERE}/component-${at}.tsx`] as const))(
    '%s refuses %s (%s)',
    (rule, _, file) => {
      expect(said.get(file)).toContain(rule);
    },
  );

  it.each(FINE.map(([text, folder], at) => [text, `${folder}/fine-${at}.ts`] as const))(
    'lets pass what is meant: %s (%s)',
    (_, file) => {
      expect(said.get(file) ?? []).toEqual([]);
    },
  );
});
