/**
 * The service worker of the desktop (secure origins only). It stores files that another app shares with Boxwood
 * (`share_target` of the manifest, W3C Web Share Target) until a page has asked for their destination
 * (`src/platform/share-target.ts`). It also caches the first page with its assets, so that Boxwood opens while its box
 * is unreachable and says so (`src/sign-in/BoxUnreachablePage.tsx`). It does not handle any other request.
 */
declare const self: ServiceWorkerGlobalScope;
// Makes this file a module, so that `self` is declared for it alone.
export {};

/**
 * Both constants are repeated in `src/platform/share-target.ts`, because the worker cannot import modules of the page.
 */
const TARGET = '/share-target';
const KEPT = 'boxwood-shared-in';

/** The title, text and link of a share as one text file. */
const textFile = (form: FormData): readonly File[] => {
  const said = ['title', 'text', 'url'].flatMap((field) => {
    const value = form.get(field);
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  });
  const [title = ''] = said;
  if (said.length === 0) return [];
  // Characters that a file name must not contain.
  const name = title.replaceAll(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ').trim();
  return [new File([`${said.join('\n')}\n`], `${name.slice(0, 60) || 'text'}.txt`, { type: 'text/plain' })];
};

/** Stores all shared files or none, and opens the desktop, which asks for their destination. */
const take = async (request: Request): Promise<Response> => {
  const cache = await caches.open(KEPT);
  const kept: string[] = [];
  try {
    const form = await request.formData();
    const files = form.getAll('files').filter((one) => one instanceof File && one.name !== '');
    for (const file of files.length === 0 ? textFile(form) : files) {
      if (typeof file === 'string') continue;
      const address = `${TARGET}/${crypto.randomUUID()}`;
      kept.push(address);
      const headers = {
        'content-type': file.type,
        'x-name': encodeURIComponent(file.name),
        'x-modified': String(file.lastModified),
      };
      await cache.put(address, new Response(file, { headers }));
    }
  } catch {
    // The browser's quota is exceeded or the upload was cut off. The page reports it.
    for (const address of kept) await cache.delete(address);
    await cache.put(`${TARGET}/lost`, new Response(null));
  }
  return Response.redirect('/home', 303);
};

const SHELL = 'boxwood-shell';
/** One document serves all pages (ROUTE-08). */
const PAGE = '/home';
const PAGES: readonly string[] = ['/', PAGE, '/tobox', '/toloc', '/tolan', '/towan', '/wpsoffice'];
/**
 * How long to wait for the box before the cached page is shown, in ms. Outside the home network no answer comes at all.
 */
const PATIENCE_MS = 4_000;

/** Paths of the assets that a page references: scripts, styles, icons and fonts. */
const partsOf = (page: string): readonly string[] => [
  ...new Set([...page.matchAll(/\s(?:src|href)="(\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])),
];

/** Caches a page with all its assets in place of the previous one. On failure the previous one stays. */
const keep = async (page: Response): Promise<void> => {
  const text = await page.clone().text();
  const shell = await caches.open(SHELL);
  if ((await (await shell.match(PAGE))?.text()) === text) return;
  const parts = partsOf(text);
  await shell.addAll([...parts]);
  await shell.put(PAGE, page);
  const kept = new Set([PAGE, ...parts]);
  for (const request of await shell.keys()) if (!kept.has(new URL(request.url).pathname)) await shell.delete(request);
};

/** Status of a proxy that cannot reach the box (RFC 9110, 15.6.3 to 15.6.5). */
const isAway = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** The page from the box, or the cached page while the box is unreachable. */
const open = async (event: FetchEvent): Promise<Response> => {
  const fresh = fetch(event.request);
  // Caches a new build as soon as it has been loaded.
  event.waitUntil(fresh.then((page) => (page.ok ? keep(page.clone()) : undefined)).catch(() => undefined));
  const kept = await caches.match(PAGE, { cacheName: SHELL });
  if (kept === undefined) return fresh;
  const late = new Promise<Response>((resolve) => setTimeout(resolve, PATIENCE_MS, kept));
  const page = await Promise.race([fresh, late]).catch(() => kept);
  return isAway(page) ? kept : page;
};

/** An asset of the page, from the cache when the box is unreachable. */
const part = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request);
  } catch (silent) {
    const kept = await caches.match(request, { cacheName: SHELL });
    if (kept === undefined) throw silent;
    return kept;
  }
};

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  // If this fails, the page opens only while its box is reachable.
  event.waitUntil(
    fetch(PAGE, { cache: 'no-cache' })
      .then(keep)
      .catch(() => undefined),
  );
});
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});
self.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  if (method === 'POST' && pathname === TARGET) event.respondWith(take(event.request));
  else if (method !== 'GET') return;
  else if (mode === 'navigate' && PAGES.includes(pathname)) event.respondWith(open(event));
  else if (pathname.startsWith('/assets/') || /^\/boxwood[^/]*$/.test(pathname)) event.respondWith(part(event.request));
});
