/**
 * Holds a screen wake lock until the returned function is called, because a sleeping machine interrupts its uploads.
 * Browsers release the lock while the page is hidden, so it is requested again when the page becomes visible. Does
 * nothing on plain HTTP, where the API is absent.
 */
export const stayAwake = (): (() => void) => {
  if (!window.isSecureContext || !('wakeLock' in navigator)) return () => undefined;
  let held: WakeLockSentinel | null = null;
  let over = false;
  const ask = (): void => {
    if (document.visibilityState !== 'visible') return;
    // A machine in power saving mode refuses; the upload continues without the lock.
    navigator.wakeLock.request('screen').then(
      (lock) => {
        if (over) void lock.release();
        else held = lock;
      },
      () => undefined,
    );
  };
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', ask);
    void held?.release();
  };
};
