/**
 * Asks the browser to keep the screen on until the returned function is called: a machine that falls asleep cuts its uploads. Browsers let go
 * of it whenever the page is hidden, so it is asked for again when the page is seen. Does nothing on plain http, where there is no such thing.
 */
export const stayAwake = (): (() => void) => {
  if (!window.isSecureContext || !('wakeLock' in navigator)) return () => undefined;
  let held: WakeLockSentinel | null = null;
  let over = false;
  const ask = (): void => {
    if (document.visibilityState !== 'visible') return;
    // A machine that saves power says no; the upload goes on all the same.
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
