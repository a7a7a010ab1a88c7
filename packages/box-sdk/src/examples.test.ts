/** tests/contract/examples.test.ts checks that the examples compile. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandSpec } from '@boxwood/command-bus';
import { expect, it } from 'vitest';
import { commandTree } from './command-tree.ts';

const src = fileURLToPath(new URL('.', import.meta.url));
const sourceFiles = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);

it('every command has an example', () => {
  const sources = sourceFiles.map((file) => readFileSync(join(src, file), 'utf8')).join('\n');
  const names = Object.values<Readonly<Record<string, CommandSpec>>>(commandTree).flatMap((area) =>
    Object.values(area).map((command) => command.name),
  );
  const without = names.filter((name) => {
    const doc = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\nexport const ${name}\\b`).exec(sources);
    return doc?.[1]?.includes('@example') !== true;
  });
  expect(without).toEqual([]);
});
