import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** A process that frees all but every thousandth of many small blocks and prints its memory before and after, in MB. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
import { mallocTrim } from '${fileURLToPath(new URL('malloc-trim.ts', import.meta.url))}';
const memory = () => Number(/RssAnon:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
let blocks = Array.from({ length: 200_000 }, () => Buffer.allocUnsafeSlow(400).fill(1));
const kept = blocks.filter((_, at) => at % 1000 === 0);
blocks = undefined;
for (let round = 0; round < 3; round += 1) gc({ type: 'major', flavor: 'last-resort' });
const before = memory();
mallocTrim();
console.log(JSON.stringify({ before, after: memory(), kept: kept.length }));
`;
it.runIf(process.platform === 'linux')('gives back what is free between blocks that are in use', () => {
  const args = ['--expose-gc', '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM];
  const told: unknown = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  const { before, after } = told as Record<'before' | 'after', number>;
  expect(before - after).toBeGreaterThan(40);
});
