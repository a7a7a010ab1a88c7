import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { iso1A2Code } from '@rapideditor/country-coder';
import { build } from 'tsdown';
import { afterAll, expect, it } from 'vitest';
import { noCodeFromText } from './code-from-text.ts';

const app = join(import.meta.dirname, '../../..');
const caches = join(app, 'node_modules/.cache');
mkdirSync(caches, { recursive: true });
// Inside the app folder, where packages resolve.
const folder = mkdtempSync(join(caches, 'code-from-text-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every 2.9 degrees. They are an argument of the program, which may have 128 kB. */
const positions = Array.from({ length: 124 * 61 }, (_, n): [number, number] => [
  (-1799 + (n % 124) * 29) / 10,
  (-897 + Math.floor(n / 124) * 29) / 10,
]);

const bundle = async (program: string, plugins: readonly (typeof noCodeFromText)[]): Promise<void> => {
  writeFileSync(join(folder, 'entry.ts'), program);
  await build({
    config: false,
    cwd: app,
    outDir: join(folder, 'built'),
    logLevel: 'silent',
    dts: false,
    plugins: [...plugins],
    entry: { program: join(folder, 'entry.ts') },
    format: 'esm',
    platform: 'node',
    fixedExtension: false,
    deps: { alwaysBundle: [/.*/] },
  });
};

const COUNTRIES = `import { iso1A2Code } from '@rapideditor/country-coder';
  const positions: [number, number][] = JSON.parse(process.argv[2] ?? '[]');
  console.log(JSON.stringify(positions.map((position) => iso1A2Code(position, { level: 'territory' }))));`;

it(
  'bundles the country lookup without code from text, and it finds the same countries',
  { timeout: 60_000 },
  async () => {
    await bundle(COUNTRIES, [noCodeFromText]);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--disallow-code-generation-from-strings', join(folder, 'built/program.js'), JSON.stringify(positions)],
      { maxBuffer: 16 * 1024 * 1024 },
    );
    const expected = positions.map((position) => iso1A2Code(position, { level: 'territory' }));
    expect(expected.filter((country) => country !== null).length).toBeGreaterThan(1000);
    expect(JSON.parse(stdout)).toEqual(expected);
  },
);

it('fails the build of a program that compiles text', { timeout: 60_000 }, async () => {
  await expect(bundle("console.log(new Function('return 1')());", [noCodeFromText])).rejects.toThrow(
    /compiles text as code/,
  );
});

it.each([
  ['const add = new Function("a", "return a")', true],
  ['const add=Function("a","return a")', true],
  ['if(a)eval(text)', true],
  ['class Prefilter{constructor(){}eval(input,pos){return input}}', false],
  ['filter.eval(input)', false],
  ['const isFunction=(a)=>typeof a==="function"', false],
])('judges %s', (code, refused) => {
  const check = () => {
    noCodeFromText.generateBundle(undefined, { 'main.js': { type: 'chunk', code } });
  };
  if (refused) expect(check).toThrow('main.js compiles text');
  else expect(check).not.toThrow();
});
