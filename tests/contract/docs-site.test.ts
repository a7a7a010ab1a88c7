/** The documentation as a site: complete, without a dead link, and fit to be served under the box's own policy. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sitePages } from '../lib/doc-pages.ts';

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
  for (const path of sitePages()) expect([...pages.keys()]).toContain(basename(path).replace('.md', '.html'));
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

it('what people read is in Chinese as well, and the pages lead to each other', () => {
  for (const name of ['cli', 'running', 'sdk', 'verbs']) {
    const chinese = pages.get(`${name}.zh-CN.html`) ?? '';
    expect(chinese).toContain('<html lang="zh-CN">');
    const titles = [...chinese.matchAll(/<h2 id="[^"]+">([^<]+)</g)].map(([, text = '']) => text);
    if (name !== 'verbs')
      expect(
        titles.filter((text) => !/\p{Script=Han}|^HTTPS/u.test(text)),
        name,
      ).toEqual([]);
    expect(titles.length, name).toBeGreaterThanOrEqual(4);
    expect(pages.get(`${name}.html`), name).toContain(`href="${name}.zh-CN.html"`);
    expect(chinese, name).toContain(`href="${name}.html`);
  }
});

it('every call has a place of its own, and says what it does', () => {
  const calls = all(/ id="((?:box|account)\.\w+\.\w+)"/g).filter(([page]) => page === 'commands.html');
  expect(calls.length).toBeGreaterThan(290);
  expect(calls.map(([, call]) => call)).toContain('box.files.list');
  const silent = all(/ id="((?:box|account)\.\w+\.\w+)">[^<]*<\/code><\/td>\s*<td><\/td>/g);
  expect(silent).toEqual([]);
});

it('what every call takes and answers is there to be read, with the shapes that have a name', () => {
  const text = (pages.get('shapes.html') ?? '').replaceAll(/<[^>]+>/g, '');
  const calls = all(/ id="((?:box|account)\.\w+\.\w+)"/g).filter(([page]) => page === 'commands.html');
  expect(calls.filter(([, call]) => !text.includes(`${call}    `))).toEqual([]);
  expect(text).toContain('box.files.list    ListFiles, refuses with 3');
  expect(text).toMatch(/^takes FileListQuery$/m);
  expect(text).toMatch(/^FileListQuery = \{\n {2}path: path,\n {2}count: integer 0\.\.1000,$/m);
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

/** What people type, and on which page they are told: thirty words of each language. */
const ASKED: readonly (readonly [page: string, typed: string])[] = [
  ['sdk', 'upload download ListFiles undo events errors'],
  ['cookbook', 'resume rename'],
  ['cli', 'token mirror sync users completion macro exit+code dry+run command+line'],
  ['running', 'https proxy nginx caddy certificate backup update upgrade'],
  ['first-day', 'restore systemd docker podman phone delete password'],
  ['encryption', 'safe'],
  ['verbs', 'journal photos trash invite'],
  ['sdk.zh-CN', '上传 断点续传 事件 任务 撤销 错误'],
  ['cli.zh-CN', '同步 镜像 命令行 退出码 补全 语言 令牌 脚本 用户 怎么安装'],
  ['running.zh-CN', '备份 升级 证书 代理 日志'],
  ['first-day.zh-CN', '分享 恢复 邀请 离线 手机 提取码 密码'],
  ['verbs.zh-CN', '下载 回收站 照片 相册 搜索 重命名 删除'],
].flatMap(([page = '', typed = '']) => typed.split(' ').map((word) => [page, word.replace('+', ' ')] as const));

it('the search answers what people type, in English and in Chinese', () => {
  const context: { findInDocs?: (entries: unknown, typed: string) => readonly { readonly to: string }[] } = {};
  runInNewContext(readFileSync(join(site, 'search.js'), 'utf8'), context);
  const entries: unknown = JSON.parse(readFileSync(join(site, 'search.json'), 'utf8'));
  const isChinese = ([page]: readonly [string, string]): boolean => page.endsWith('.zh-CN');
  expect(ASKED.filter(isChinese).length).toBeGreaterThanOrEqual(30);
  expect(ASKED.length - ASKED.filter(isChinese).length).toBeGreaterThanOrEqual(30);
  const missed = ASKED.flatMap(([page, typed]) => {
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
  for (const name of ['sdk', 'cookbook', 'guides/add-a-command']) {
    const written = [...readFileSync(join(root, 'docs', `${name}.md`), 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```$/gm)];
    const shown = blocks.filter(({ page }) => page === `${basename(name)}.html`).map(({ code }) => code);
    expect(shown).toEqual(written.map((match) => match[1]));
  }
});
