/** Both constants are repeated in `service-worker/service-worker.ts`. */
const TARGET = '/share-target';
const KEPT = 'boxwood-shared-in';

/** Files that another app on this device shared with Boxwood and that the user has not saved yet. */
export interface SharedIn {
  readonly files: readonly File[];
  /** True when another file was shared that this browser could not store. */
  readonly lost: boolean;
}

/** Cache storage and service workers are absent on plain HTTP. */
const canKeep = (): boolean => window.isSecureContext && 'caches' in window && 'serviceWorker' in navigator;

/**
 * Registers the service worker that makes Boxwood a share target, where the browser supports it. It shows no prompt and
 * does not change the page.
 */
export const offerSharing = (): void => {
  // Sharing is optional: a refusal by the browser is ignored.
  if (canKeep()) void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
};

/** Reads the shared files that wait to be saved; null when there are none. */
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

/** Deletes the shared files, after they are saved or discarded, so that the next user to sign in does not see them. */
export const forgetSharedIn = async (): Promise<void> => {
  if (canKeep()) await caches.delete(KEPT);
};
