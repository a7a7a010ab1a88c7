// The documentation as pages of HTML: docs/*.md with navigation, the examples and a full-text search. Nothing is fetched
// from other origins and no script or style is inline, so the box can serve the pages under its own policy (/help/index.html).
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { root } from '../tools.mjs';
import { sitePages } from './doc-pages.mjs';
import { escape, highlight } from './highlight.mjs';

/** Sections of the site in order. Names are pages of docs/ or pages generated here. */
const SHELVES = [
  {
    title: 'Use a box',
    about: 'Set up a box, add users, keep the files safe.',
    door: 'picture',
    pages: ['first-day', 'first-day.zh-CN', 'running', 'running.zh-CN', 'encryption', 'security', 'asvs'],
  },
  {
    title: 'Write scripts',
    about: 'Every command of the box and of the account service, typed.',
    door: 'code',
    pages: [
      'cli',
      'cli.zh-CN',
      'verbs',
      'verbs.zh-CN',
      'first-hour',
      'sdk',
      'sdk.zh-CN',
      'cookbook',
      'examples',
      'simulator',
      'commands',
      'shapes',
      'errors',
    ],
  },
  {
    title: 'Contribute',
    about: 'How Boxwood is built, and how to extend it in ten minutes.',
    door: 'drawing',
    pages: [
      'architecture',
      'protocol',
      'add-a-command',
      'add-an-app',
      'add-an-event',
      'contributing',
      'style',
      'glossary',
      'performance',
      'coverage',
      'unsteady',
      'changelog',
    ],
  },
];
const nameOf = (path) => basename(path, '.md');
/** The path of each page, by its name. */
const PATHS = new Map([
  ...sitePages().map((path) => [nameOf(path), path]),
  ['contributing', 'CONTRIBUTING.md'],
  ['changelog', 'CHANGELOG.md'],
]);

const read = (path) => readFileSync(join(root, path), 'utf8');
const slug = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const examplesPage = () => {
  const files = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.ts'));
  const parts = files.map(
    (name) => `## ${name.slice(0, -3)}\n\n\`\`\`ts\n${read(`examples/${name}`).trimEnd()}\n\`\`\``,
  );
  const how =
    'Complete programs, which the tests run against a real box: `node --conditions=@boxwood/source examples/NAME.ts` in a clone.';
  return ['# Examples', how, ...parts].join('\n\n');
};

const sourceOf = (name) => {
  if (name === 'examples') return examplesPage();
  const path = PATHS.get(name);
  return path === undefined ? null : read(path);
};

/** The target of a link on the site; null for files that are only in the repository. */
const hrefOf = (link, known) => {
  if (/^[a-z]+:/.test(link) || link.startsWith('#')) return link;
  const [path, anchor] = link.split('#');
  const example = /(?:^|\/)examples\/(.+)\.ts$/.exec(path)?.[1];
  if (example !== undefined) return `examples.html#${slug(example)}`;
  const picture = /(?:^|\/)pictures\/(.+)$/.exec(path)?.[1];
  if (picture !== undefined) return `pictures/${picture}`;
  const own = basename(path, '.md');
  const name = known.has(own) ? own : own.toLowerCase();
  if (!path.endsWith('.md') || !known.has(name)) return null;
  return anchor === undefined ? `${name}.html` : `${name}.html#${anchor}`;
};

/** Drawings are inlined without their own styles, so that they follow the theme of the page. */
const drawing = (name, words) =>
  `<figure class="diagram">${read(`docs/pictures/${name}`)
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace('<svg ', `<svg role="img" aria-label="${escape(words)}" `)}</figure>`;

const createMarkdown = (known, headings) => {
  const md = new MarkdownIt({ html: false, linkify: false, typographer: false, highlight });
  const { rules } = md.renderer;
  const plain = (tokens, index, options, _env, self) => self.renderToken(tokens, index, options);
  rules.heading_open = (tokens, index, options, env, self) => {
    const text = tokens[index + 1].children.map(({ content }) => content).join('');
    const taken = headings.filter(({ id }) => id === slug(text) || id.startsWith(`${slug(text)}-`)).length;
    const id = taken === 0 ? slug(text) : `${slug(text)}-${taken}`;
    tokens[index].attrSet('id', id);
    headings.push({ id, text, level: Number(tokens[index].tag.slice(1)) });
    return plain(tokens, index, options, env, self);
  };
  rules.link_open = (tokens, index, options, env, self) => {
    const href = hrefOf(tokens[index].attrGet('href'), known);
    if (href !== null) tokens[index].attrSet('href', href);
    else tokens[index].attrs = [];
    return plain(tokens, index, options, env, self);
  };
  rules.image = (tokens, index) => {
    const name = basename(tokens[index].attrGet('src'));
    const words = tokens[index].content;
    if (name.endsWith('.svg')) return drawing(name, words);
    const phone = name.includes('phone') ? ' class="phone"' : '';
    return `<figure${phone}><img src="pictures/${name}" alt="${escape(words)}" loading="lazy"></figure>`;
  };
  // The first mention of a command gets an anchor.
  const calls = new Set();
  rules.code_inline = (tokens, index) => {
    const text = tokens[index].content;
    const isFirst = /^(?:box|account)\.\w+\.\w+$/.test(text) && !calls.has(text);
    if (isFirst) calls.add(text);
    return `<code${isFirst ? ` id="${text}"` : ''}>${escape(text)}</code>`;
  };
  rules.table_open = () => '<div class="wide"><table>\n';
  rules.table_close = () => '</table></div>\n';
  return md;
};

/** Long lists. A search matches them too often, so they rank low. */
const LISTS = new Set(['coverage', 'asvs', 'changelog', 'unsteady', 'mutation', 'shapes']);
/** Pages that contain every term. Explanations rank before them. */
const REFERENCES = new Set(['commands', 'protocol']);

/** The plain text below each heading of a page. */
const partsOf = (text) => {
  const parts = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    else if (!isCode && /^#{1,6} /.test(line)) parts.push('');
    else if (parts.length > 0) parts[parts.length - 1] += ` ${line.replaceAll(/[|`*]|\]\([^)]*\)|\[/g, ' ')}`;
  }
  return parts.map((part) => part.replaceAll(/\s+/g, ' ').trim());
};

const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1] ?? '';

/** The language of a page, from the suffix of its name. */
const languageOf = (name) => /\.([a-z]{2}(?:-[A-Z]{2})?)$/.exec(name)?.[1] ?? 'en';

const frame = ({ name, title, nav, body, aside }) => `<!doctype html>
<html lang="${languageOf(name)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} · Boxwood</title>
<link rel="icon" href="boxwood.svg">
<link rel="stylesheet" href="style.css">
<link rel="stylesheet" href="text.css">
<script src="search.js" defer></script>
<script src="site.js" defer></script>
</head>
<body data-page="${name}">
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="brand" href="index.html"><img src="boxwood.svg" alt="">Boxwood</a>
<div class="search"><input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" hidden><ul hidden></ul></div>
<a class="pages" href="#pages">Pages</a>
<button class="theme" type="button" hidden>Dark</button>
</header>
<div class="page">
<nav class="shelves" id="pages" aria-label="Pages">${nav}</nav>
<main id="main">
${body}
</main>
${aside}
</div>
</body>
</html>
`;

const navOf = (shelves, current) =>
  shelves
    .map(
      ({ title, pages }) =>
        `<h2>${title}</h2><ul>${pages
          .map(
            (page) =>
              `<li><a href="${page.href}" lang="${languageOf(page.name)}"${page.name === current ? ' aria-current="page"' : ''}>${escape(page.title)}</a></li>`,
          )
          .join('')}</ul>`,
    )
    .join('');

const asideOf = (headings) => {
  const parts = headings.filter(({ level }) => level === 2);
  if (parts.length < 2 || parts.length > 24) return '<aside></aside>';
  const links = parts.map(({ id, text }) => `<li><a href="#${id}">${escape(text)}</a></li>`).join('');
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${links}</ul></aside>`;
};

const wayOn = (order, name) => {
  const at = order.findIndex((page) => page.name === name);
  const link = (page, rel, word) =>
    page === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${page.href}"><small>${word}</small>${escape(page.title)}</a>`;
  return `<nav class="way" aria-label="Previous and next page">${link(order[at - 1], 'prev', 'Previous')}${link(order[at + 1], 'next', 'Next')}</nav>`;
};

/** The picture above a section of the start page: the desktop, a script, a drawing. */
const DOORS = {
  picture: () => {
    const names = readdirSync(join(root, 'docs', 'pictures')).filter((name) => /^desktop-.*light/.test(name));
    const name = names.find((one) => !one.includes('zh') && !one.includes('phone'));
    return name === undefined ? '' : `<img src="pictures/${name}" alt="">`;
  },
  code: () =>
    `<pre><code>${highlight(
      [
        'const { size, list } =',
        '  await box.files.measureEntries({',
        "    path: '/mnt/usb1/annabel',",
        '    most: 3,',
        '  });',
        '// What uses the space?',
      ].join('\n'),
      'ts',
    )}</code></pre>`,
  drawing: () => drawing('events.svg', 'From a click to a screen'),
};

const welcome = (shelves) =>
  `<section class="hero"><h1>Boxwood</h1><p>A family storage box with a desktop in the browser: files, uploads, tasks, undo, a safe. Typed SDKs and a command line for scripts.</p></section>
<div class="doors">${shelves
    .map(
      ({ title, about, door, pages }) =>
        `<section class="door"><div class="sight">${DOORS[door]()}</div><h2>${title}</h2><p>${about}</p><ul>${pages
          .map((page) => `<li><a href="${page.href}">${escape(page.title)}</a></li>`)
          .join('')}</ul></section>`,
    )
    .join('')}</div>`;

/** Writes the site into a folder. `api`: whether `api/` in it has the API reference. @returns the names of its pages */
export const buildSite = (out, { api = false } = {}) => {
  const placed = SHELVES.flatMap(({ pages }) => pages);
  const others = sitePages()
    .map(nameOf)
    .filter((name) => !placed.includes(name));
  const listed = new Set([...placed, ...others]);
  const known = new Map([...listed].map((name) => [name, sourceOf(name)]).filter(([, text]) => text !== null));
  const shelves = SHELVES.map((shelf) => ({
    ...shelf,
    pages: [
      ...[...shelf.pages, ...(shelf === SHELVES.at(-1) ? others : [])]
        .filter((name) => known.has(name))
        .map((name) => ({ name, href: `${name}.html`, title: titleOf(known.get(name)) })),
      ...(api && shelf.pages.includes('sdk') ? [{ name: 'api', href: 'api/index.html', title: 'API reference' }] : []),
    ],
  }));
  const order = shelves.flatMap(({ pages }) => pages).filter(({ name }) => name !== 'api');

  mkdirSync(join(out, 'pictures'), { recursive: true });
  for (const name of readdirSync(out)) if (name.endsWith('.html')) rmSync(join(out, name));
  for (const name of ['style.css', 'text.css', 'search.js', 'site.js'])
    copyFileSync(join(root, 'docs', 'site', name), join(out, name));
  copyFileSync(join(root, 'apps', 'desktop', 'public', 'boxwood.svg'), join(out, 'boxwood.svg'));
  for (const name of readdirSync(join(root, 'docs', 'pictures')))
    // Drawings are inlined in the pages; flame graphs are linked.
    if (!name.endsWith('.svg') || name.startsWith('flame-'))
      copyFileSync(join(root, 'docs', 'pictures', name), join(out, 'pictures', name));

  const found = [];
  for (const [name, text] of known) {
    const headings = [];
    const html = createMarkdown(known, headings).render(text);
    const title = titleOf(text);
    const parts = partsOf(text);
    for (const [at, { id, text: heading, level }] of headings.entries())
      if (level < 4)
        found.push({
          to: level === 1 ? `${name}.html` : `${name}.html#${id}`,
          title,
          heading,
          // Only the headings of lists are indexed.
          ...(LISTS.has(name) ? { weight: 0.3 } : { text: parts[at] ?? '' }),
          ...(REFERENCES.has(name) ? { weight: 0.6 } : {}),
        });
    const body = `<article>${html}</article>${wayOn(order, name)}`;
    writeFileSync(
      join(out, `${name}.html`),
      frame({ name, title, nav: navOf(shelves, name), body, aside: asideOf(headings) }),
    );
  }
  const index = frame({
    name: 'index',
    title: 'Documentation',
    nav: navOf(shelves, ''),
    body: welcome(shelves),
    aside: '',
  });
  writeFileSync(join(out, 'index.html'), index);
  writeFileSync(join(out, 'search.json'), JSON.stringify(found));
  return ['index', ...known.keys()];
};
