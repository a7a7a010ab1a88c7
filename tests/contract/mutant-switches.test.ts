/** The switches of mutants: each takes out one protecting line while it is on, and nothing otherwise. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { stripTypeScriptTypes } from 'node:module';
import { afterEach, expect, it } from 'vitest';
import { chosenMutants, writeSwitches } from '../../scripts/lib/mutant-switches.mjs';

const source = `export const store = (sizes: number[], size: number): string => {
  if (size > 10) throw new Error('too large');
  if (size < 0) return 'none';
  if (size === 0) sizes.length = 0;
  else sizes.push(size);
  return size === 1 ? 'one file' : 'files';
};
`;
const tree = mkdtempSync(join(tmpdir(), 'boxwood-switches-'));
afterEach(() => {
  rmSync(tree, { recursive: true, force: true });
  Reflect.deleteProperty(globalThis, '__mutant');
});

it('switches on one protecting line at a time, and none that only chooses a text', () => {
  const folder = join(tree, 'src/part');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'store.ts'), source);
  const choice = { tree, area: { folder: 'src', groups: ['part'] }, seed: 53, count: 20 };
  const mutants = chosenMutants(choice);
  expect(mutants).toEqual(chosenMutants(choice));
  expect(mutants.map(({ kind, line }) => `${kind} ${line}`).toSorted()).toEqual([
    'call 5',
    'condition 3',
    'condition 4',
    'exit 2',
  ]);

  writeSwitches(tree, mutants);
  const text = stripTypeScriptTypes(readFileSync(join(folder, 'store.ts'), 'utf8')).replace(
    'export const store =',
    'return',
  );
  expect(text.split('\n')).toHaveLength(source.split('\n').length);
  const store: unknown = runInThisContext(`(() => {${text}})()`);
  if (typeof store !== 'function') throw new Error('no function');
  const results = (): string =>
    [11, -1, 0, 1, 2]
      .map((size) => {
        const sizes = [5];
        try {
          return `${String(Reflect.apply(store, undefined, [sizes, size]))} ${sizes.join()}`;
        } catch (failure) {
          return String(failure);
        }
      })
      .join('; ');
  const usual = results();
  expect(usual).toBe('Error: too large; none 5; files ; one file 5,1; files 5,2');
  for (const { number } of mutants) {
    Object.assign(globalThis, { __mutant: (asked: number) => asked === number });
    expect(results(), `mutant ${number}`).not.toBe(usual);
  }
});
