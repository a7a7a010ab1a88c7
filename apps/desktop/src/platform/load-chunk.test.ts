import { describe, expect, it, vi } from 'vitest';
import { ChunkLoadError, loadChunk } from './load-chunk.ts';

describe('loadChunk', () => {
  it('passes a module on', async () => {
    await expect(loadChunk(() => Promise.resolve({ n: 1 }))).resolves.toEqual({ n: 1 });
  });

  it('SDK-014, ERR-156: a rejected import is a ChunkLoadError of type missing that keeps its cause', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module');
    const error: unknown = await loadChunk(() => Promise.reject(cause)).catch((e: unknown) => e);
    expect(error).toMatchObject({ name: 'ChunkLoadError', type: 'missing', cause });
  });

  it('CONST-77 ERR-157: no answer in 120000 ms is a ChunkLoadError of type timeout, not a millisecond earlier', async () => {
    vi.useFakeTimers();
    const settled = vi.fn();
    const loading = loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => {
      settled(error);
    });
    await vi.advanceTimersByTimeAsync(119_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await loading;
    expect(settled).toHaveBeenCalledWith(expect.any(ChunkLoadError));
    expect(settled.mock.calls[0]?.[0]).toMatchObject({ type: 'timeout' });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
