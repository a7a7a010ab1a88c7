/** `npm run mutate` distinguishes a tested line from an untested one; otherwise its scores would be meaningless. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const guard = `export const store = (file: { sync(): void }): void => {
  file.sync();
};
export const bounded = (size: number): number => {
  if (size > 10) throw new Error('too large');
  return size;
};
`;
/** Loaded after the other, so that a fault left behind there would wrongly count as noticed here. */
const later = `export const kept: number[] = [];
export const keep = (size: number): void => {
  kept.push(size);
};
`;
/** With its own test, and loaded after one that failed: that failure must not count for this one. */
const alone = `export const told: string[] = [];
export const tell = (word: string): void => {
  told.push(word);
};
`;
const testsAlone = `import { expect, it } from 'vitest';
import { tell, told } from './hall.ts';

it('tells', () => {
  tell('yes');
  expect(told.length).toBeLessThan(9);
});
`;
const tests = `import { expect, it } from 'vitest';
import { bounded } from './guard.ts';
import { keep, kept } from './later.ts';

it('takes ten and refuses eleven', () => {
  expect(bounded(10)).toBe(10);
  expect(() => bounded(11)).toThrow('too large');
  keep(1);
  expect(kept.length).toBeLessThan(9);
});
`;

it('a mutant that a test notices is killed, one that none notices survives, and every sync is a mutant', () => {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  // Inside the workspace, so that the folder finds the tools.
  const folder = mkdtempSync(join(cache, 'mutation-test-'));
  try {
    writeFileSync(join(folder, 'vitest.config.mjs'), "export default { test: { include: ['*.test.ts'] } };\n");
    writeFileSync(join(folder, 'guard.ts'), guard);
    writeFileSync(join(folder, 'hall.ts'), alone);
    writeFileSync(join(folder, 'hall.test.ts'), testsAlone);
    writeFileSync(join(folder, 'later.ts'), later);
    writeFileSync(join(folder, 'guard.test.ts'), tests);
    const said = execFileSync(process.execPath, ['scripts/tasks/mutate.mjs', '--on', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
        VITEST: undefined,
        NODE_OPTIONS: '',
      },
    });
    const outcome = (state: string): readonly string[] =>
      said
        .split('\n')
        .filter((line) => line.startsWith(state))
        .map((line) => line.slice(10));
    expect(outcome('killed')).toEqual([
      "guard.ts:5 exit if (size > 10) throw new Error('too large');",
      'guard.ts:5 condition size > 10',
      'guard.ts:5 operator >',
    ]);
    expect(outcome('survived')).toEqual(['hall.ts:3 call told.push(word);', 'later.ts:3 call kept.push(size);']);
    expect(outcome('unreached')).toEqual(['guard.ts:2 sync file.sync();']);
    expect(said).toContain('| 6 | 6 | 3 | 50 % |');
    expect(readFileSync(join(folder, 'guard.ts'), 'utf8')).toBe(guard);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
