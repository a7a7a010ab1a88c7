/** The compiler finds the faults we rely on, with the settings of this project: it must report each line here. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** In a package that has the dependencies imported by the faults. */
const cache = join(root, 'packages', 'domain', '.cache');
mkdirSync(cache, { recursive: true });
const house = mkdtempSync(join(cache, 'types-'));

const PARENT = 'class Parent { go(): void {} }';
const SHAPES = "type Shape = { t: 'a'; v: number } | { t: 'b'; w: string };";
/** The number of the error, and the fault. */
const FAULTS: readonly (readonly [code: number, fault: string])[] = [
  [2322, 'export const a: string = 1;'],
  [2322, 'export const b = (xs: readonly number[]): number => xs[0];'],
  [2375, 'export const c: { x?: number } = { x: undefined };'],
  [4114, `${PARENT} export class Child extends Parent { go(): void {} }`],
  [7029, 'export const d = (x: number) => { switch (x) { case 1: x++; case 2: return x; } return 0; };'],
  [1294, 'export enum Colour { Red }'],
  [1294, 'export class E { constructor(readonly x: number) {} }'],
  [6133, 'const unused = 1;'],
  [6133, 'export const f = (x: number) => 1;'],
  [7006, 'export const g = (x) => x;'],
  [18048, 'export const h = (o: { y?: number }) => o.y.toFixed();'],
  [2578, '// @ts-expect-error nothing is wrong here\nexport const i: number = 1;'],
  [2322, `${SHAPES} export const j = (s: Shape): never => { if (s.t === 'a') throw new Error(); return s; };`],
  [2366, "export const k = (x: 'a' | 'b'): number => { switch (x) { case 'a': return 1; } };"],
  [18046, 'export const l = (x: unknown) => x.length;'],
  [2322, 'export const m: ReadonlyMap<string, number> = new Map<string, string>();'],
  [2540, 'export const n = (o: { readonly x: number }) => { o.x = 1; };'],
  [2305, "import { NotThere } from '@boxwood/box-sdk'; export type O = NotThere;"],
  [1484, "import { BoxClient } from '@boxwood/box-sdk'; export type P = BoxClient;"],
  [
    2741,
    "import { ListFiles, type BoxClient } from '@boxwood/box-sdk'; export const q = (box: BoxClient) => box.send(ListFiles, { path: '/a', count: 1 });",
  ],
  [
    2339,
    "import { ListFiles, type ResultOf } from '@boxwood/box-sdk'; export const r = (x: ResultOf<typeof ListFiles>) => x.none;",
  ],
  [2739, "import { matchBoxError } from '@boxwood/box-sdk'; export const s = matchBoxError({ Network: () => 1 });"],
  [2345, "import { map, of } from 'rxjs'; export const u = of('a').pipe(map((n: number) => n));"],
];

describe('the compiler', () => {
  let said = '';
  beforeAll(() => {
    FAULTS.forEach(([, text], at) => {
      writeFileSync(join(house, `fault-${at}.ts`), `${text}\nexport {};\n`);
    });
    writeFileSync(
      join(house, 'fine.ts'),
      `${SHAPES} export const f = (s: Shape) => (s.t === 'a' ? s.v : s.w.length);\n`,
    );
    const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true };
    writeFileSync(
      join(house, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] }),
    );
    said = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', house], { cwd: house, encoding: 'utf8' }).stdout;
  });
  afterAll(() => {
    rmSync(house, { recursive: true });
  });

  it.each(FAULTS.map(([code, fault], at) => [code, fault, at] as const))('says TS%i to %s', (code, _, at) => {
    expect(said).toContain(`fault-${at}.ts(`);
    expect(said.match(new RegExp(`fault-${at}\\.ts\\(.*: error TS(\\d+)`))?.[1]).toBe(String(code));
  });

  it('has nothing to say of what is right', () => {
    expect(said).not.toContain('fine.ts');
  });
});
