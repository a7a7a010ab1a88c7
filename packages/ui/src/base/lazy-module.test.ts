import { describe, expect, it, vi } from 'vitest';
import { createLazyModule } from './lazy-module.ts';

describe('later', () => {
  it('fetches once, tells who waits, and keeps what came', async () => {
    const fetch = vi.fn(() => Promise.resolve('part'));
    const part = createLazyModule(fetch);
    const heard = vi.fn();
    const gone = vi.fn();
    part.onLoaded(heard);
    part.onLoaded(gone)();
    expect(part.current()).toBeNull();
    expect(await Promise.all([part.load(), part.load()])).toEqual(['part', 'part']);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(heard).toHaveBeenCalledExactlyOnceWith('part');
    expect(gone).not.toHaveBeenCalled();
    expect(part.current()).toBe('part');
  });

  it('tries again after a failure', async () => {
    const fetch = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('part');
    const part = createLazyModule(fetch);
    await expect(part.load()).rejects.toThrow('offline');
    expect(part.current()).toBeNull();
    await expect(part.load()).resolves.toBe('part');
  });
});
