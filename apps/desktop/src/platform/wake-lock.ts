/**
 * Holds a screen wake lock until the returned function is called, because a sleeping machine interrupts its uploads.
 * Browsers release the lock while the page is hidden, so it is requested again when the page becomes visible. Does
 * nothing on plain HTTP, where the API is absent.
 */
export const holdWakeLock = (): (() => void) => {
  if (!window.isSecureContext || !('wakeLock' in navigator)) return () => undefined;
  let activeLock: WakeLockSentinel | null = null;
  let isReleased = false;
  const requestLock = (): void => {
    if (document.visibilityState !== 'visible') return;
    // A machine in power saving mode refuses; the upload continues without the lock.
    navigator.wakeLock.request('screen').then(
      (lock) => {
        if (isReleased) void lock.release();
        else activeLock = lock;
      },
      () => undefined,
    );
  };
  document.addEventListener('visibilitychange', requestLock);
  requestLock();
  return () => {
    isReleased = true;
    document.removeEventListener('visibilitychange', requestLock);
    void activeLock?.release();
  };
};
