/**
 * What a browser keeps of the desktop beside its pages (secure addresses only). It does two things. It takes what another app shares with
 * Boxwood (`share_target` of the manifest, W3C Web Share Target) and keeps it until a page has asked where it goes (`src/platform/shared-in.ts`).
 * And it keeps the first page with its parts, so that Boxwood opens where its box does not answer, and says so (`src/sign-in/AwayPage.tsx`).
 * Every other request passes it by.
 */
declare const self: ServiceWorkerGlobalScope;
// A module, so that this `self` is its own.
export {};

/** Both are written once more in `src/platform/shared-in.ts`: a worker has no modules of the page. */
const TARGET = '/share-target';
const KEPT = 'boxwood-shared-in';

/** What a share says besides its files, as one text; a link alone too. */
const textFile = (form: FormData): readonly File[] => {
  const said = ['title', 'text', 'url'].flatMap((field) => {
    const value = form.get(field);
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  });
  const [title = ''] = said;
  if (said.length === 0) return [];
  // No name of a file may hold these.
  const name = title.replaceAll(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ').trim();
  return [new File([`${said.join('\n')}\n`], `${name.slice(0, 60) || 'text'}.txt`, { type: 'text/plain' })];
};

/** Keeps all of it or nothing, and opens the desktop, which asks where it goes. */
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
    // More than this browser may keep, or cut off on its way: the page says so.
    for (const address of kept) await cache.delete(address);
    await cache.put(`${TARGET}/lost`, new Response(null));
  }
  return Response.redirect('/home', 303);
};

const SHELL = 'boxwood-shell';
/** All pages are this one (ROUTE-08). */
const PAGE = '/home';
const PAGES: readonly string[] = ['/', PAGE, '/tobox', '/toloc', '/tolan', '/towan', '/wpsoffice'];
/** Milliseconds that the box has to answer before the kept page is shown: outside of the house nobody answers at all. */
const PATIENCE_MS = 4_000;

/** What a page names: its scripts, styles, icons and letters. */
const partsOf = (page: string): readonly string[] => [
  ...new Set([...page.matchAll(/\s(?:src|href)="(\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])),
];

/** Keeps a page with all its parts in place of the one before, or leaves that. */
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

/** A proxy in front of the box that reached nothing (RFC 9110, 15.6.3 to 15.6.5). */
const isAway = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** The page of the box; when the box is away, the one that was kept. */
const open = async (event: FetchEvent): Promise<Response> => {
  const fresh = fetch(event.request);
  // A new build is kept as soon as it has been seen.
  event.waitUntil(fresh.then((page) => (page.ok ? keep(page.clone()) : undefined)).catch(() => undefined));
  const kept = await caches.match(PAGE, { cacheName: SHELL });
  if (kept === undefined) return fresh;
  const late = new Promise<Response>((resolve) => setTimeout(resolve, PATIENCE_MS, kept));
  const page = await Promise.race([fresh, late]).catch(() => kept);
  return isAway(page) ? kept : page;
};

/** A part of the page; the kept one where nobody answers. */
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
  // Without it the page opens at its box alone, as before.
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
