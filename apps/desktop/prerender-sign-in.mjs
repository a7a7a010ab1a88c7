// Writes the sign-in form into the built page, in both languages, and the small script that shows it before the program
// is loaded (`src/early-sign-in.ts`). The program's own components render the form (`src/shell/sign-in/first-page.tsx`), so
// that React can hydrate it.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import config from './vite.config.ts';

const here = import.meta.dirname;
/** The build of recorded tests has a folder of its own (vite.config.ts). */
const dist = process.env.BUILD_HITS === '1' ? 'dist-hits' : 'dist';
const { plugins, resolve } = config;
const cache = `${here}/node_modules/.cache/first-page`;
const shared = { configFile: false, root: here, logLevel: 'error', resolve };
const target = config.build?.target;

/** The code of the only chunk that a build produces. */
const codeOf = async (options) => {
  const made = await build({
    ...shared,
    ...options,
    build: { ...options.build, write: false, cssTarget: config.build?.cssTarget },
  });
  const [{ output }] = Array.isArray(made) ? made : [made];
  return output.find((one) => one.type === 'chunk').code;
};

// The browser functions that the services of a page call when they are created.
const silent = { addEventListener: () => undefined, removeEventListener: () => undefined };
const pageIn = (language) => ({
  ...silent,
  location: new URL('http://localhost/'),
  history: { replaceState: () => undefined, pushState: () => undefined },
  navigator: { languages: [language], onLine: true },
  document: { ...silent, visibilityState: 'visible', documentElement: { dataset: {}, lang: '' } },
});

const server = await codeOf({
  plugins,
  build: { ssr: 'src/shell/sign-in/first-page.tsx', rolldownOptions: { output: { codeSplitting: false } } },
  ssr: { noExternal: true, resolve: { conditions: resolve?.conditions } },
});
rmSync(cache, { recursive: true, force: true });
mkdirSync(cache, { recursive: true });
writeFileSync(`${cache}/first-page.mjs`, server);
process.env.NODE_ENV = 'production';
const { firstPage } = await import(pathToFileURL(`${cache}/first-page.mjs`).href);
const templates = ['en', 'zh-CN'].map(
  (language) => `<template lang="${language}">${firstPage(pageIn(language))}</template>`,
);

const first = await codeOf({
  build: { target, lib: { entry: 'src/early-sign-in.ts', formats: ['iife'], name: 'boxwoodFirst' }, minify: true },
});
const name = `assets/first-${createHash('sha256').update(first).digest('base64url').slice(0, 8)}.js`;
writeFileSync(`${here}/${dist}/${name}`, first);

const change = (text, from, to) => {
  if (text.split(from).length !== 2) throw new Error(`the built page has changed: ${from} stands there not once`);
  return text.replace(from, () => to);
};
const index = `${here}/${dist}/index.html`;
const page = readFileSync(index, 'utf8');
const [tag, address] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(page) ?? [''];
// The code loads at once and runs when the form has been painted.
const early = change(page, tag, `<link rel="modulepreload" crossorigin data-program href="${address}">`);
writeFileSync(
  index,
  change(early, '</body>', `${templates.join('\n')}\n    <script src="/${name}"></script>\n  </body>`),
);

const manifest = `${here}/${dist}/.vite/manifest.json`;
writeFileSync(
  manifest,
  JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), first: { file: name } }, null, 2),
);
// The services of the rendered page keep waiting for events.
process.exit(0);
