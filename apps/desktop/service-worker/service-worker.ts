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
const SHARE_TARGET_PATH = '/share-target';
const SHARED_FILES_CACHE = 'boxwood-shared-in';

/** The title, text and link of a share as one text file. */
const textFileFromShare = (form: FormData): readonly File[] => {
  const texts = ['title', 'text', 'url'].flatMap((field) => {
    const value = form.get(field);
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  });
  const [title = ''] = texts;
  if (texts.length === 0) return [];
  // Characters that a file name must not contain.
  const name = title.replaceAll(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ').trim();
  return [new File([`${texts.join('\n')}\n`], `${name.slice(0, 60) || 'text'}.txt`, { type: 'text/plain' })];
};

/** Stores all shared files or none, and opens the desktop, which asks for their destination. */
const storeSharedFiles = async (request: Request): Promise<Response> => {
  const cache = await caches.open(SHARED_FILES_CACHE);
  const storedPaths: string[] = [];
  try {
    const form = await request.formData();
    const files = form.getAll('files').filter((one) => one instanceof File && one.name !== '');
    for (const file of files.length === 0 ? textFileFromShare(form) : files) {
      if (typeof file === 'string') continue;
      const path = `${SHARE_TARGET_PATH}/${crypto.randomUUID()}`;
      storedPaths.push(path);
      const headers = {
        'content-type': file.type,
        'x-name': encodeURIComponent(file.name),
        'x-modified': String(file.lastModified),
      };
      await cache.put(path, new Response(file, { headers }));
    }
  } catch {
    // The browser's quota is exceeded or the upload was cut off. The page reports it.
    for (const path of storedPaths) await cache.delete(path);
    await cache.put(`${SHARE_TARGET_PATH}/lost`, new Response(null));
  }
  return Response.redirect('/home', 303);
};

const SHELL_CACHE = 'boxwood-shell';
/** One document serves all pages (ROUTE-08). */
const SHELL_PAGE = '/home';
const PAGE_PATHS: readonly string[] = ['/', SHELL_PAGE, '/tobox', '/toloc', '/tolan', '/towan', '/wpsoffice'];
/**
 * How long to wait for the box before the cached page is shown, in ms. Outside the home network no answer comes at all.
 */
const BOX_RESPONSE_TIMEOUT_MS = 4_000;

/** Paths of the assets that a page references: scripts, styles, icons and fonts. */
const assetPathsOf = (page: string): readonly string[] => [
  ...new Set([...page.matchAll(/\s(?:src|href)="(\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])),
];

/** Caches a page with all its assets in place of the previous one. On failure the previous one stays. */
const cachePage = async (page: Response): Promise<void> => {
  const text = await page.clone().text();
  const shellCache = await caches.open(SHELL_CACHE);
  if ((await (await shellCache.match(SHELL_PAGE))?.text()) === text) return;
  const assetPaths = assetPathsOf(text);
  await shellCache.addAll([...assetPaths]);
  await shellCache.put(SHELL_PAGE, page);
  const currentPaths = new Set([SHELL_PAGE, ...assetPaths]);
  for (const request of await shellCache.keys())
    if (!currentPaths.has(new URL(request.url).pathname)) await shellCache.delete(request);
};

/** Status of a proxy that cannot reach the box (RFC 9110, 15.6.3 to 15.6.5). */
const isGatewayError = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** The page from the box, or the cached page while the box is unreachable. */
const respondWithPage = async (event: FetchEvent): Promise<Response> => {
  const networkResponse = fetch(event.request);
  // Caches a new build as soon as it has been loaded.
  event.waitUntil(
    networkResponse.then((page) => (page.ok ? cachePage(page.clone()) : undefined)).catch(() => undefined),
  );
  const cachedPage = await caches.match(SHELL_PAGE, { cacheName: SHELL_CACHE });
  if (cachedPage === undefined) return networkResponse;
  const cachedAfterTimeout = new Promise<Response>((resolve) =>
    setTimeout(resolve, BOX_RESPONSE_TIMEOUT_MS, cachedPage),
  );
  const page = await Promise.race([networkResponse, cachedAfterTimeout]).catch(() => cachedPage);
  return isGatewayError(page) ? cachedPage : page;
};

/** An asset of the page, from the cache when the box is unreachable. */
const respondWithAsset = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request);
  } catch (networkError) {
    const cachedAsset = await caches.match(request, { cacheName: SHELL_CACHE });
    if (cachedAsset === undefined) throw networkError;
    return cachedAsset;
  }
};

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  // If this fails, the page opens only while its box is reachable.
  event.waitUntil(
    fetch(SHELL_PAGE, { cache: 'no-cache' })
      .then(cachePage)
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
  if (method === 'POST' && pathname === SHARE_TARGET_PATH) event.respondWith(storeSharedFiles(event.request));
  else if (method !== 'GET') return;
  else if (mode === 'navigate' && PAGE_PATHS.includes(pathname)) event.respondWith(respondWithPage(event));
  else if (pathname.startsWith('/assets/') || /^\/boxwood[^/]*$/.test(pathname))
    event.respondWith(respondWithAsset(event.request));
});
