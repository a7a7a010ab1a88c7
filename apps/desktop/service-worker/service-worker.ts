/**
 * What a browser keeps of the desktop beside its pages (secure addresses only). It does one thing: it takes what another app shares with
 * Boxwood (`share_target` of the manifest, W3C Web Share Target) and keeps it until a page has asked where it goes (`src/platform/shared-in.ts`).
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

self.addEventListener('install', () => {
  void self.skipWaiting();
});
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && new URL(url).pathname === TARGET) event.respondWith(take(event.request));
});
