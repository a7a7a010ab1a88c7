import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import { cssTarget } from '@boxwood/ui/css-target';
import { defaultClientConditions, defaultClientMainFields, defineConfig } from 'vite';

/** Where `npm run dev` finds the box; the built desktop is served by the box itself. */
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

/** Markdown is read in a worker, which has no document: this package of its reader would ask one what `&amp;` means. */
const decoder = 'decode-named-character-reference';
const withoutDocument = ['remark-parse', 'mdast-util-from-markdown', decoder].reduce(
  (from, name) => createRequire(from).resolve(name),
  import.meta.url,
);

/** What stands on the first page of everybody who is signed in. */
const SHARED =
  /\/desktop\/src\/(shell\/(Home|Shell|use-title|Welcome|LatePanels|LineBanner|PlayingBar|messages|shell-state)\.|app-kit\/(AppContent|ErrorBoundary|WindowStates|WindowSkeleton|PersonAvatar|launcher|product)\.|platform\/clipboard\.|session-services\.)|\/domain\/src\/(store\/|browser\/|files\/places\.|model\.)|\/box-sdk\/src\/(files\/(model|names|archive|limits|syllables|order)|shares\/(model|commands)|limits)\.|\/command-bus\/src\/codecs\/combined\.|\/ui\/src\/(icons\/AppIcon|menu\/(Menu|PointMenu|ContextMenuArea)|dialog\/dialog-scope|base\/(use-live|use-escape|last-place))\.|lucide-react\/dist\/esm\/icons\/(x|ellipsis|chevron-down|layout-grid|copy)\./;

/** What only a desktop with windows has. */
const FRAME =
  /\/desktop\/src\/shell\/(DesktopFrame|ShellWindow|Surface|TopBar|WindowBar|DesktopIcons|Wallpaper|desktop-apps)\./;

/** The service worker has no part of the page. */
const OF_THE_PAGE = /^(?!.*\/desktop\/service-worker\/)/;

export default defineConfig({
  plugins: [react()],
  resolve: {
    // Packages that ship both get their ES2015 code: the ES5 of rxjs and tsyringe is a fifth larger and needs a helper library.
    conditions: ['@boxwood/source', 'es2015', ...defaultClientConditions],
    mainFields: ['es2015', ...defaultClientMainFields],
    alias: { [decoder]: withoutDocument },
  },
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    cssTarget,
    // Nothing is written into the page as data: or inline script, so that a strict content security policy holds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Which file imports which: tests/browser/size.spec.ts and the bench add up what a page loads.
    manifest: true,
    reportCompressedSize: false,
    // What the first page needs comes as one file: each of seventeen small ones would cost the browser as much as ten kilobytes more.
    // So does what the desktop and the pages of a phone share: beside each other in small files it would be two kilobytes more.
    rolldownOptions: {
      // The service worker has an address of its own, at the root of what it is for.
      input: { index: 'index.html', 'service-worker': 'service-worker/service-worker.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], test: OF_THE_PAGE, priority: 2 },
            { name: 'shell', test: SHARED, priority: 1 },
            { name: 'frame', test: FRAME, priority: 0 },
          ],
        },
      },
    },
  },
  // The host stays what the browser sees, or box and account service take our page for a foreign one.
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: box, changeOrigin: false }])) },
  preview: { allowedHosts: ['box.test'] },
});
