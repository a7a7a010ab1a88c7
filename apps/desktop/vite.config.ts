import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import { cssTarget } from '@boxwood/ui/css-target';
import { defaultClientConditions, defaultClientMainFields, defineConfig } from 'vite';
import { isModuleOf, PAGE_CHUNKS } from './page-chunks.ts';

/** The box that `npm run dev` uses; the built desktop is served by the box itself. */
const box = process.env['BOXWOOD_BOX'] ?? 'http://127.0.0.1:6900';
const served = [
  '/eshell',
  '/fsnotify',
  '/filetrans',
  '/offlinetask',
  '/transitAuth',
  '/port_',
  '/pluginmanager',
  '/account',
];

/**
 * Markdown is parsed in a worker, which has no document; the browser build of this dependency needs one to decode
 * `&amp;`.
 */
const decoder = 'decode-named-character-reference';
const withoutDocument = ['remark-parse', 'mdast-util-from-markdown', decoder].reduce(
  (from, name) => createRequire(from).resolve(name),
  import.meta.url,
);

/** The service worker shares no chunk with the page. */
const OF_THE_PAGE = /^(?!.*\/desktop\/service-worker\/)/;

/** `BUILD_HITS=1`: the build in which each function reports its first call, for recorded tests (scripts/lib/hits.mjs). */
const isRecorded = process.env['BUILD_HITS'] === '1';
const hits = isRecorded ? [(await import('../../scripts/lib/hits.mjs')).hitsPlugin] : [];

export default defineConfig({
  plugins: [...hits, react()],
  resolve: {
    // Packages that ship both builds use their ES2015 code: the ES5 build of rxjs and tsyringe is a fifth larger and
    // needs a helper library.
    conditions: ['@boxwood/source', 'es2015', ...defaultClientConditions],
    mainFields: ['es2015', ...defaultClientMainFields],
    alias: { [decoder]: withoutDocument },
  },
  build: {
    outDir: isRecorded ? 'dist-hits' : 'dist',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    cssTarget,
    // Nothing is inlined as data: URL or inline script, so that a strict content security policy holds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The import graph: tests/browser/size.spec.ts and the benchmark compute from it what a page loads.
    manifest: true,
    reportCompressedSize: false,
    // The first page loads one chunk: seventeen small ones would cost the browser as much as ten kilobytes more. The
    // same holds for what desktop and phone share and for the first page of a phone: on a slow connection and processor
    // each file costs ten milliseconds, and only six load at a time.
    rolldownOptions: {
      // The service worker has a fixed URL at the root of its scope.
      input: { index: 'index.html', 'service-worker': 'service-worker/service-worker.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], test: OF_THE_PAGE, priority: 2 },
            ...PAGE_CHUNKS.map((chunk) => ({ name: chunk.name, test: isModuleOf(chunk), priority: chunk.priority })),
          ],
        },
      },
    },
  },
  // The Host header stays the one of the browser, otherwise box and account service reject the page as another origin.
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: box, changeOrigin: false }])) },
  preview: { allowedHosts: ['box.test'] },
});
