/** The documentation as a site: complete, without a dead link, and fit to be served under the box's own policy. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const site = mkdtempSync(join(tmpdir(), 'boxwood-docs-'));
const pages = new Map<string, string>();

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/tasks/docs.mjs', '--site', site], { cwd: root });
  for (const name of readdirSync(site).filter((file) => file.endsWith('.html')))
    pages.set(name, readFileSync(join(site, name), 'utf8'));
});
afterAll(() => {
  rmSync(site, { recursive: true });
});

const all = (pattern: RegExp): readonly (readonly [page: string, found: string])[] =>
  [...pages].flatMap(([page, html]) => [...html.matchAll(pattern)].map((match) => [page, match[1] ?? ''] as const));

const idsOf = (page: string): ReadonlySet<string> =>
  new Set([...(pages.get(page) ?? '').matchAll(/ id="([^"]+)"/g)].map((match) => match[1] ?? ''));

const leads = (from: string, to: string): boolean => {
  const [path = '', anchor] = to.split('#');
  const page = path === '' ? from : path;
  return pages.has(page) && (anchor === undefined || idsOf(page).has(decodeURIComponent(anchor)));
};

it('has a page for every page of docs, and every page is reached from the first', () => {
  const expected = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  for (const name of expected) expect([...pages.keys()]).toContain(name.replace('.md', '.html'));
  const first = pages.get('index.html') ?? '';
  for (const page of pages.keys()) if (page !== 'index.html') expect(first).toContain(`href="${page}"`);
});

it('no link, anchor or picture of it is dead', () => {
  const inside = all(/ href="([^"]+)"/g).filter(([, to]) => !/^[a-z]+:/.test(to) && !/\.(css|svg)$/.test(to));
  expect(inside.length).toBeGreaterThan(300);
  expect(inside.filter(([page, to]) => !leads(page, to))).toEqual([]);
  const files = all(/ (?:src|href)="([^"#]+\.(?:png|webp|svg|css|js))"/g);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter(([, file]) => !existsSync(join(site, file)))).toEqual([]);
});

it('tells a family about its first day in both languages, part by part', () => {
  const partsOf = (page: string) =>
    [...(pages.get(page) ?? '').matchAll(/<h2 id="[^"]+">([^<]+)</g)].map(([, text = '']) => text);
  const [english, chinese] = [partsOf('first-day.html'), partsOf('first-day.zh-CN.html')];
  expect(chinese).toHaveLength(english.length);
  expect(chinese.filter((text) => !/\p{Script=Han}|^systemd/u.test(text))).toEqual([]);
  expect(pages.get('first-day.zh-CN.html')).toContain('<html lang="zh-CN">');
  expect(pages.get('first-day.html')).toContain('(<a href="first-day.zh-CN.html">中文</a>)');
});

it('every call has a place of its own, and says what it does', () => {
  const calls = all(/ id="((?:box|account)\.\w+\.\w+)"/g).filter(([page]) => page === 'commands.html');
  expect(calls.length).toBeGreaterThan(290);
  expect(calls.map(([, call]) => call)).toContain('box.files.list');
  const silent = all(/ id="((?:box|account)\.\w+\.\w+)">[^<]*<\/code><\/td>\s*<td><\/td>/g);
  expect(silent).toEqual([]);
});

it('holds under a policy without inline scripts and styles, and loads nothing from elsewhere', () => {
  expect(all(/<script(?![^>]* src=)([^>]*)>/g)).toEqual([]);
  expect(all(/(<style|<base|<iframe| style=| on[a-z]+=)/g)).toEqual([]);
  expect(all(/ src="([a-z]+:[^"]*)"/g)).toEqual([]);
});

it('finds every part of every page', () => {
  const found: unknown = JSON.parse(readFileSync(join(site, 'search.json'), 'utf8'));
  if (!Array.isArray(found)) throw new Error('a list of headings');
  const entries: readonly { readonly to: string; readonly heading: string }[] = found;
  expect(entries.filter(({ to }) => !leads('index.html', to))).toEqual([]);
  expect(entries.map(({ to }) => to)).toEqual(expect.arrayContaining(['sdk.html#errors', 'first-day.html#the-safe']));
  expect(new Set(entries.map(({ to }) => to)).size).toBe(entries.length);
});

/** What people type, and on which page they are told. */
const ASKED: Readonly<Record<string, string>> = {
  ...{
    upload: 'sdk',
    download: 'sdk',
    resume: 'cookbook',
    token: 'cli',
    ListFiles: 'sdk',
    https: 'running',
    proxy: 'running',
  },
  ...{ nginx: 'running', caddy: 'running', certificate: 'running', 'exit code': 'cli', sync: 'cli', mirror: 'cli' },
  ...{ backup: 'running', restore: 'first-day', update: 'running', upgrade: 'running', undo: 'sdk', password: 'cli' },
  ...{
    systemd: 'first-day',
    'command line': 'cli',
    events: 'sdk',
    'dry run': 'cli',
    safe: 'encryption',
    rename: 'cookbook',
  },
  ...{
    分享: 'first-day',
    上传: 'sdk',
    备份: 'running',
    令牌: 'cli',
    同步: 'cli',
    命令行: 'cli',
    证书: 'running',
    回收站: 'cli',
  },
};

it('the search answers what people type, in English and in Chinese', () => {
  const context: { findInDocs?: (entries: unknown, typed: string) => readonly { readonly to: string }[] } = {};
  runInNewContext(readFileSync(join(site, 'search.js'), 'utf8'), context);
  const entries: unknown = JSON.parse(readFileSync(join(site, 'search.json'), 'utf8'));
  expect(Object.keys(ASKED).length).toBeGreaterThanOrEqual(30);
  const missed = Object.entries(ASKED).flatMap(([typed, page]) => {
    const pages = (context.findInDocs?.(entries, typed) ?? []).map(({ to }) => to.split('.html')[0]);
    return pages.includes(page) ? [] : [`${typed}: ${pages.join(', ')}`];
  });
  expect(missed).toEqual([]);
  expect(context.findInDocs?.(entries, 'qzxv')).toEqual([]);
});

it('keeps the words of every block of code', () => {
  const blocks = all(/<pre><code[^>]*>([\s\S]*?)<\/code><\/pre>/g).map(([page, html]) => ({
    page,
    code: html
      .replaceAll(/<\/?span[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  }));
  for (const name of ['sdk', 'cookbook', 'add-a-command']) {
    const written = [...readFileSync(join(root, 'docs', `${name}.md`), 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```$/gm)];
    const shown = blocks.filter(({ page }) => page === `${name}.html`).map(({ code }) => code);
    expect(shown).toEqual(written.map((match) => match[1]));
  }
});
