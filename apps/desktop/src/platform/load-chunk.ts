import { TIMERS } from '@boxwood/domain';
import { reloadFailedStyles } from './stylesheet-retry.ts';

/**
 * A lazily loaded chunk that failed to load (G-55): `missing` when the browser could not load it, `timeout` after 120 s
 * without a response.
 */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly type: 'missing' | 'timeout';

  constructor(type: 'missing' | 'timeout', cause?: unknown) {
    super(type === 'timeout' ? 'a part of the page did not arrive in time' : 'a part of the page is missing', {
      cause,
    });
    this.type = type;
  }
}

/** Wraps a dynamic import so that it always settles. */
export const loadChunk = async <M>(load: () => Promise<M>, timeoutMs: number = TIMERS.chunkLoad): Promise<M> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ChunkLoadError('timeout'));
    }, timeoutMs);
  });
  const loadWithStyles = async (): Promise<M> => {
    await reloadFailedStyles();
    return load();
  };
  const loaded = loadWithStyles().catch((cause: unknown) => {
    throw new ChunkLoadError('missing', cause);
  });
  try {
    return await Promise.race([loaded, timedOut]);
  } finally {
    clearTimeout(timer);
  }
};
