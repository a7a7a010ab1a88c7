import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdWakeLock } from './wake-lock.ts';

const turn = (): Promise<void> => Promise.resolve();

/** A browser that gives wake locks. */
const offerLocks = () => {
  const release = vi.fn(() => Promise.resolve());
  const request = vi.fn(() => Promise.resolve({ release }));
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  return { request, release };
};

describe('wake lock of the screen', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'wakeLock');
  });

  it('holds one until it is let go of, and asks again when the page is seen again', async () => {
    vi.stubGlobal('isSecureContext', true);
    const { request, release } = offerLocks();
    const letGo = holdWakeLock();
    expect(request).toHaveBeenCalledExactlyOnceWith('screen');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(2);
    await turn();
    expect(release).not.toHaveBeenCalled();
    letGo();
    expect(release).toHaveBeenCalledTimes(1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('releases a lock that arrives after it was let go of', async () => {
    vi.stubGlobal('isSecureContext', true);
    const { release } = offerLocks();
    holdWakeLock()();
    await turn();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('asks for nothing on plain http, nor where the browser has no locks', () => {
    vi.stubGlobal('isSecureContext', false);
    const { request } = offerLocks();
    holdWakeLock()();
    expect(request).not.toHaveBeenCalled();
    Reflect.deleteProperty(navigator, 'wakeLock');
    vi.stubGlobal('isSecureContext', true);
    expect(() => {
      holdWakeLock()();
    }).not.toThrow();
  });
});
