/** Both constants are repeated in `service-worker/service-worker.ts`. */
const SHARE_TARGET_PATH = '/share-target';
const SHARED_FILES_CACHE = 'boxwood-shared-in';

/** Files that another app on this device shared with Boxwood and that the user has not saved yet. */
export interface SharedFiles {
  readonly files: readonly File[];
  /** True when another file was shared that this browser could not store. */
  readonly hasLostFiles: boolean;
}

/** Cache storage and service workers are absent on plain HTTP. */
const canReceiveShares = (): boolean => window.isSecureContext && 'caches' in window && 'serviceWorker' in navigator;

/**
 * Registers the service worker that makes Boxwood a share target, where the browser supports it. It shows no prompt and
 * does not change the page.
 */
export const registerShareTarget = (): void => {
  // Sharing is optional: a refusal by the browser is ignored.
  if (canReceiveShares()) void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
};

/** Reads the shared files that wait to be saved; null when there are none. */
export const readSharedFiles = async (): Promise<SharedFiles | null> => {
  if (!canReceiveShares() || !(await caches.has(SHARED_FILES_CACHE))) return null;
  const cache = await caches.open(SHARED_FILES_CACHE);
  const files: File[] = [];
  let hasLostFiles = false;
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (response === undefined) continue;
    if (new URL(request.url).pathname === `${SHARE_TARGET_PATH}/lost`) {
      hasLostFiles = true;
      continue;
    }
    const { headers } = response;
    files.push(
      new File([await response.blob()], decodeURIComponent(headers.get('x-name') ?? ''), {
        type: headers.get('content-type') ?? '',
        lastModified: Number(headers.get('x-modified')),
      }),
    );
  }
  return files.length === 0 && !hasLostFiles ? null : { files, hasLostFiles };
};

/** Deletes the shared files, after they are saved or discarded, so that the next user to sign in does not see them. */
export const deleteSharedFiles = async (): Promise<void> => {
  if (canReceiveShares()) await caches.delete(SHARED_FILES_CACHE);
};
