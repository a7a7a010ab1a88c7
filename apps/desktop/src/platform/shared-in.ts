/** Both are written once more in `service-worker/service-worker.ts`. */
const TARGET = '/share-target';
const KEPT = 'boxwood-shared-in';

/** What another app of this machine shared with Boxwood, and nobody has put away yet. */
export interface SharedIn {
  readonly files: readonly File[];
  /** Something more was shared that this browser could not keep. */
  readonly lost: boolean;
}

/** A page on plain http has neither. */
const canKeep = (): boolean => window.isSecureContext && 'caches' in window && 'serviceWorker' in navigator;

/** Lets other apps share with Boxwood, where the browser can. It asks for nothing and changes nothing of the page. */
export const offerSharing = (): void => {
  // Without it nothing else is missing: a browser that says no has its reasons.
  if (canKeep()) void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
};

/** What waits to be put away; null when nothing does. */
export const readSharedIn = async (): Promise<SharedIn | null> => {
  if (!canKeep() || !(await caches.has(KEPT))) return null;
  const cache = await caches.open(KEPT);
  const files: File[] = [];
  let lost = false;
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (answer === undefined) continue;
    if (new URL(request.url).pathname === `${TARGET}/lost`) {
      lost = true;
      continue;
    }
    const { headers } = answer;
    files.push(
      new File([await answer.blob()], decodeURIComponent(headers.get('x-name') ?? ''), {
        type: headers.get('content-type') ?? '',
        lastModified: Number(headers.get('x-modified')),
      }),
    );
  }
  return files.length === 0 && !lost ? null : { files, lost };
};

/** It is put away, or nobody wants it; and whoever signs in next finds nothing of it. */
export const forgetSharedIn = async (): Promise<void> => {
  if (canKeep()) await caches.delete(KEPT);
};
