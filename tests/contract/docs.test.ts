/** The documentation says what is true: generated pages are fresh, code compiles, links and named files exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { docPages } from '../lib/doc-pages.ts';
import { root, compileErrors } from './compile-snippets.ts';

interface Page {
  readonly name: string;
  readonly text: string;
}

const names = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...docPages().filter((path) => path !== 'docs/coverage.md'),
];
const pages: readonly Page[] = names.map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

/** The line of a page on which `index` lies. */
const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

const withoutCode = (text: string): string =>
  text.replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''));

it('the pages that are written from the SDKs are up to date', { timeout: 60_000 }, () => {
  const said = execFileSync(process.execPath, ['scripts/tasks/docs.mjs', '--check'], { cwd: root, encoding: 'utf8' });
  expect(said).toContain('up to date');
});

/** What a block may use without saying where it comes from. */
const GIVEN = [
  ['box', "import('@boxwood/box-sdk').BoxClient"],
  ['account', "import('@boxwood/account-sdk').AccountClient"],
  ['token', 'string'],
  ['password', 'string'],
] as const;

/** A block stands where its first line says (`// packages/x/y.ts`), otherwise beside the tests. */
const placeOf = (code: string, index: number): string => {
  const said = /^\/\/ ((?:apps|packages)\/\S+)\/[^/\s]+\.ts\b/.exec(code)?.[1];
  return `${said ?? 'tests/contract'}/documented-${index}.ts`;
};

it('every ts block of the documentation compiles against the sources as they are', { timeout: 120_000 }, () => {
  const blocks = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => ({
      at: `${name}:${lineOf(text, match.index)}`,
      code: match[1] ?? '',
    })),
  );
  expect(blocks.length).toBeGreaterThan(15);
  const places = new Map<string, string>();
  const texts = new Map(
    blocks.map(({ at, code }, index) => {
      const own = (name: string) => new RegExp(`\\b(const|let) ([{[][^}\\]]*)?\\b${name}\\b`).test(code);
      const used = (name: string) => new RegExp(`\\b${name}\\b`).test(code) && !own(name) && !code.startsWith('// ');
      const given = GIVEN.filter(([name]) => used(name)).map(([name, type]) => `declare const ${name}: ${type};`);
      const place = placeOf(code, index);
      places.set(place, at);
      return [place, `${given.join(' ')}\n${code}\nexport {};\n`] as const;
    }),
  );
  const wrong = compileErrors(texts, {
    extends: 'tests/tsconfig.json',
    compilerOptions: { noUnusedParameters: false, jsx: 'react-jsx' },
  });
  expect(wrong.map(({ path, message }) => `${places.get(path) ?? path}: ${message}`)).toEqual([]);
});

it('every relative link of the documentation leads to a file', () => {
  const links = pages.flatMap(({ name, text }) =>
    [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => ({
      name,
      text,
      index: match.index,
      to: match[1] ?? '',
    })),
  );
  const inside = links.filter(({ to }) => !/^[a-z]+:/.test(to) && !to.startsWith('#'));
  expect(inside.length).toBeGreaterThan(10);
  const broken = inside.filter(({ name, to }) => !existsSync(join(root, dirname(name), to.replace(/#.*$/, ''))));
  expect(broken.map(({ name, text, index, to }) => `${name}:${lineOf(text, index)} ${to}`)).toEqual([]);
});

it('every file that the documentation names exists', () => {
  const top = /^(?:packages|apps|docs|tests|scripts|examples|packaging)\/[\w./-]+$/;
  const named = pages.flatMap(({ name, text }) =>
    [...withoutCode(text).matchAll(/`([^`\n]+)`/g)].map((match) => ({
      name,
      text,
      index: match.index,
      path: match[1] ?? '',
    })),
  );
  const paths = named.filter(({ path }) => top.test(path));
  expect(paths.length).toBeGreaterThan(50);
  const missing = paths.filter(({ path }) => !existsSync(join(root, normalize(path))));
  expect(missing.map(({ name, text, index, path }) => `${name}:${lineOf(text, index)} ${path}`)).toEqual([]);
});
