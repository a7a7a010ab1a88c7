/** What the documentation tells a reader to type: tasks, projects, files and options of the command line exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createProgram } from '../../apps/cli/src/program.ts';
import { docPages } from '../lib/doc-pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = ['README.md', 'CONTRIBUTING.md', ...docPages()];
/** Every command line of every `sh` block, one after the other, without comments. */
const lines = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap((match) =>
    (match[1] ?? '')
      // A backslash at the end continues the line.
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/(^|\s)#.*$/, ''))
      .flatMap((line) => line.split(/&&|\|\||;|\|/))
      .map((line) => line.replaceAll(/[()]/g, '').trim())
      .filter((line) => line !== '')
      .map((line) => ({ page, line, words: line.split(/\s+/).filter((word) => !/^[A-Z_]+=/.test(word)) })),
  ),
);
const startingWith = (...names: readonly string[]) => lines.filter(({ words }) => names.includes(words[0] ?? ''));
const wrong: string[] = [];
const say = (page: string, line: string): void => {
  wrong.push(`${page}: ${line}`);
};

const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const scriptsOf = (value: unknown): readonly string[] =>
  isObject(value) && 'scripts' in value && isObject(value.scripts) ? Object.keys(value.scripts) : [];
const tasks = scriptsOf(manifest);

const program = createProgram('en');
/** What `--help` says of a verb, and of a verb below it; empty where there is none. */
const helpOf = (command: readonly string[]): string => {
  const found = command.reduce<typeof program | undefined>(
    (at, name) => at?.commands.find((each) => each.name() === name || each.aliases().includes(name)),
    program,
  );
  let said = '';
  found?.configureOutput({ writeOut: (text) => (said += text) }).outputHelp();
  return said;
};

it('tells only tools that are known here', () => {
  const known = [
    'npm',
    'node',
    '.tools/bin/node',
    'boxwood',
    'boxwood-simulator',
    'tsc',
    'vitest',
    'eslint',
    'oxlint',
    'prettier',
    'pnpm',
    'export',
    'cd',
    'mkdir',
    'git',
    'systemctl',
    'rsync',
    'podman',
    'curl',
    'age',
    'tar',
    'cp',
  ];
  const strangers = lines
    .filter(({ words }) => !known.includes(words[0] ?? ''))
    .map(({ page, line }) => `${page}: ${line}`);
  expect(strangers).toEqual([]);
  expect(lines.length).toBeGreaterThan(30);
});

it('npm tasks exist', () => {
  wrong.length = 0;
  for (const { page, line, words } of startingWith('npm')) {
    const task = words[1] === 'run' ? words[2] : words[1];
    if (!['install', 'init', 'pkg'].includes(task ?? '') && !tasks.includes(task ?? '')) say(page, line);
  }
  expect(wrong).toEqual([]);
});

it('projects and files that are handed to tools exist', () => {
  wrong.length = 0;
  const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
  for (const { page, line, words } of startingWith(
    'vitest',
    'tsc',
    'eslint',
    'prettier',
    'node',
    '.tools/bin/node',
    'cd',
  )) {
    const project = words[words.indexOf('--project') + 1];
    if (words.includes('--project') && !config.includes(`'${project ?? ''}'`)) say(page, line);
    for (const word of words.slice(1))
      if (/^(apps|packages|tests|scripts|examples)\//.test(word) && !existsSync(join(root, word))) say(page, line);
  }
  expect(wrong).toEqual([]);
});

it('commands and options of the command line exist', () => {
  wrong.length = 0;
  const told = startingWith('boxwood');
  expect(told.length).toBeGreaterThan(4);
  for (const { page, line, words } of told) {
    const command = words[1] ?? '';
    if (!new RegExp(`^  ${command}\\b`, 'm').test(helpOf([]))) {
      say(page, line);
      continue;
    }
    const own = helpOf([command]);
    const verb = words[2] ?? '';
    const isVerb = /^[a-z]+$/.test(verb) && new RegExp(`^Commands:[\\s\\S]*^  ${verb}\\b`, 'm').test(own);
    const help = isVerb ? own + helpOf([command, verb]) : own;
    for (const option of words.slice(2).filter((word) => /^--?[a-z]/.test(word)))
      if (!new RegExp(`(^|[\\s,])${option}\\b`, 'm').test(help)) say(page, `${line} (${option})`);
  }
  expect(wrong).toEqual([]);
});
