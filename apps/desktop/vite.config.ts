import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import { cssTarget } from '@boxwood/ui/css-target';
import { defaultClientConditions, defaultClientMainFields, defineConfig } from 'vite';

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

/** Modules of the first page of every signed-in user. */
const SHARED =
  /\/desktop\/src\/(file-kit\/(places|addresses|save-from|receive\/(dropped|tree|use-receive|LateReceive))\.|shell\/(Home|Shell|use-title|Welcome|LatePanels|LineBanner|PlayingBar|messages|shell-state)\.|app-kit\/(AppContent|ErrorBoundary|WindowStates|WindowSkeleton|PersonAvatar|launcher|phone-page|product)\.|platform\/(clipboard|tab-memory)\.|react\/(use-back-steps|late-service)\.|session-services\.)|\/domain\/src\/(store\/|browser\/|files\/places\.|model\.)|\/box-sdk\/src\/(files\/(model|queries|names|archive|limits|syllables|order)|limits)\.|\/command-bus\/src\/codecs\/combined\.|\/ui\/src\/(icons\/icons\.module|menu\/(Menu|PointMenu|ContextMenuArea)|dnd\/(use-drop-target|drags|drag-data)|dialog\/dialog-scope|base\/(back|long-press|use-live|use-escape|use-broken|let-go|last-place|zoom-of|use-width|use-surroundings))\.|lucide-react\/dist\/esm\/icons\/(x|ellipsis|chevron-down|chevron-right|rotate-cw|shapes|plus|upload|refresh-cw|layout-grid|copy|minus|layers|monitor|message-square|users|folder|images|search|trash|pin-off)\./;

/** Modules that only a desktop with windows needs. */
const FRAME =
  /\/desktop\/src\/shell\/(DesktopFrame|ShellWindow|Surface|TopBar|WindowBar|DesktopIcons|Wallpaper|desktop-apps)\.|lucide-react\/dist\/esm\/icons\/square\./;

/**
 * Modules that a desktop needs at once, and a phone with its page More: app icons, messages of bars and menus, the user
 * profile.
 */
const DESK = /\/ui\/src\/icons\/AppIcon\.|\/desktop\/src\/(app-kit\/profile-service|shell\/desk-messages)\./;

/** The services of a session, and what binds them. */
const SESSION = /\/desktop\/src\/composition\/(session-services|ports\/session-ports)\./;

/**
 * Modules that belong to files wherever they are shown: the first page of a phone, a window, the list of another app.
 */
const FILE_KIT =
  /\/desktop\/src\/(file-kit\/(kinds|messages|use-open-file|use-path-in-words|use-favourites|Thumb|acts\/use-waiting|searched|SearchedBefore)|app-kit\/(format|type-ahead)|apps\/files\/(messages|parts\/root-name))\.|\/ui\/src\/(icons\/(FileIcon|file-types)|phone\/(PullToRefresh|PhoneHeader|FloatingButton|phone\.module))\.|lucide-react\/dist\/esm\/icons\/(folder-plus|arrow-left|share-2|smartphone)\./;

/** Lists with many rows. */
const LISTS = /\/ui\/src\/data-list\/(?!selection\.)|\/desktop\/src\/app-kit\/use-when\./;

/**
 * Window layout, and what the timeline shares with lists, so that the timeline does not wait for lists or file modules.
 */
const WINDOW =
  /\/ui\/src\/(data-list\/selection|base\/may-take-focus|layout\/[^.]+|navigation\/(Sidebar|Toolbar|navigation\.module)|phone\/(FastScroller|fast-scroller\.module)|field\/SearchBox|feedback\/States)\.|\/desktop\/src\/app-kit\/LoadState\.|lucide-react\/dist\/esm\/icons\/(check|folder-open|pencil|download|image|film|zoom-out)\./;
/** What every view of pictures needs, and the timeline: one chunk each. */
const PICTURES =
  /\/desktop\/src\/file-kit\/pictures\/(photos-service|people-service|acts-service|use-day-name|FaceImage|place-name)\./;
const PHOTOS =
  /\/ui\/src\/time-line\/(?!touch\.)|\/desktop\/src\/(apps\/photos\/((?!own|index|drop|duplicate)[a-z]+-words|messages|index|photos\.module|parts\/(LinePage|Pictures|late))|file-kit\/pictures\/use-add-pictures|media-kit\/clock-words)\./;

/** The first page of a phone. */
const HAND = /\/desktop\/src\/(shell\/phone\/PhoneShell|apps\/files\/start\/FilesStart)\./;
/** A folder, with the small phone page: another chunk would cost more than its two kilobytes. */
const FOLDER = /\/desktop\/src\/apps\/files\/(parts\/(FilesWindow|PhoneFrame)|index)\./;

/** Actions of a folder: loaded with a window on a desktop, lazily on a phone. */
const TOOLS = /\/desktop\/src\/apps\/files\/parts\/(HandTools|action-menu|use-sorting|SearchBar|PasteKeys)\./;

/** Undo keys of every window that shows files, so that no window loads the code of another one for them. */
const UNDO = /\/desktop\/src\/file-kit\/UndoKeys\./;

/** The basis of everything that opens above a page: sheets, dialogs, menus. */
const OVER =
  /\/ui\/src\/(dialog\/(Dialog|ConfirmDialog|use-return-focus)|base\/use-back)\.|@base-ui\/react\/use-button\//;
const SHEETS = /\/ui\/src\/phone\/SheetMenu\./;

/** Failure messages, which the sign-in page loads too. */
const FAILURES = /\/desktop\/src\/i18n\/(failure-words|words)\./;

/** Panels that the shell shows above its windows and pages, and dialogs for a name, a location or a password. */
const PANELS =
  /\/desktop\/src\/(shell\/Panels|file-kit\/(picker\/|receive\/ReceiveDialog|gate\/|FormDialog)|apps\/files\/(dialogs\/NewFolderDialog|parts\/(Where|use-where)))/;

/**
 * What passes an address to another device: the address of the home network, its QR code, password links. One chunk, as
 * its name alone would be half of the first.
 */
const HOUSE =
  /\/ui\/src\/[^.]*\/QrCode\.|\/desktop\/src\/(app-kit\/house-address|routes\/renew-link)\.|\/password-links\./;

/** The service worker shares no chunk with the page. */
const OF_THE_PAGE = /^(?!.*\/desktop\/service-worker\/)/;

export default defineConfig({
  plugins: [react()],
  resolve: {
    // Packages that ship both builds use their ES2015 code: the ES5 build of rxjs and tsyringe is a fifth larger and
    // needs a helper library.
    conditions: ['@boxwood/source', 'es2015', ...defaultClientConditions],
    mainFields: ['es2015', ...defaultClientMainFields],
    alias: { [decoder]: withoutDocument },
  },
  build: {
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
            { name: 'shell', test: SHARED, priority: 1 },
            { name: 'session', test: SESSION, priority: 0.95 },
            { name: 'window', test: WINDOW, priority: 0.92 },
            { name: 'file-kit', test: FILE_KIT, priority: 0.9 },
            { name: 'lists', test: LISTS, priority: 0.8 },
            { name: 'hand', test: HAND, priority: 0.6 },
            { name: 'folder', test: FOLDER, priority: 0.5 },
            { name: 'desk', test: DESK, priority: 0.498 },
            { name: 'frame', test: FRAME, priority: 0.495 },
            { name: 'undo-keys', test: UNDO, priority: 0.494 },
            { name: 'tools', test: TOOLS, priority: 0.492 },
            { name: 'pictures', test: PICTURES, priority: 0.49 },
            { name: 'time-line', test: PHOTOS, priority: 0.48 },
            { name: 'failure-words', test: FAILURES, priority: 0.45 },
            { name: 'over', test: OVER, priority: 0.4 },
            { name: 'sheets', test: SHEETS, priority: 0.3 },
            { name: 'panels', test: PANELS, priority: 0.2 },
            { name: 'house', test: HOUSE, priority: 0.1 },
          ],
        },
      },
    },
  },
  // The Host header stays the one of the browser, otherwise box and account service reject the page as another origin.
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: box, changeOrigin: false }])) },
  preview: { allowedHosts: ['box.test'] },
});
