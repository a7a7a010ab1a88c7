import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Progress } from '../../runtime/progress.ts';
import { OperationFailed, OPS } from '../copy/operation-codes.ts';
import { runHeavy } from '../../features/tasks/heavy.ts';
import { withOutputLimit } from './output-limit.ts';

let root: string;
const bounds = { limit: 1000, reason: () => new OperationFailed(OPS.noSpace, 'no space') };
const measure = async (): Promise<number> => {
  const job = { kind: 'measure', from: root, name: Buffer.from('item') } as const;
  return (await runHeavy(job, new Progress(), new AbortController().signal)).bytes;
};
const write = (bytes: number) => writeFile(join(root, 'item', 'file'), Buffer.alloc(bytes));
/** Never ends by itself. */
const endless = async (enough: AbortSignal): Promise<void> => {
  if (!enough.aborted) await once(enough, 'abort');
  throw new Error('stopped');
};
/** Writes the given bytes and continues. It may be stopped before the write is confirmed. */
const writing = (bytes: number) => async (enough: AbortSignal) => {
  await write(bytes);
  await endless(enough);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watch-'));
  mkdirSync(join(root, 'item'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true });
});

describe('work that may write so many bytes', { timeout: 60_000 }, () => {
  it('is stopped while it writes more, and the reason is said', async () => {
    await expect(withOutputLimit(measure, bounds, writing(1001))).rejects.toThrow('no space');
  });

  it('is measured at its end, however short it was: as much as it may is not too much', async () => {
    await withOutputLimit(measure, bounds, () => write(1000));
    await expect(withOutputLimit(measure, bounds, () => write(1001))).rejects.toThrow('no space');
  });

  it('fails with its own failure when nobody stopped it', async () => {
    const failing = async (): Promise<void> => {
      await write(1000);
      throw new OperationFailed(OPS.damaged, 'damaged');
    };
    await expect(withOutputLimit(measure, bounds, failing)).rejects.toThrow('damaged');
  });

  it('is looked at again when it could not be measured, one look at a time, and no more when it has ended', async () => {
    vi.useFakeTimers();
    const looks: PromiseWithResolvers<number>[] = [];
    const look = (): Promise<number> => {
      const next = Promise.withResolvers<number>();
      looks.push(next);
      return next.promise;
    };
    const stopped = expect(withOutputLimit(look, bounds, endless)).rejects.toThrow('no space');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks).toHaveLength(1);
    looks[0]?.reject(new Error('cannot be measured'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks).toHaveLength(2);
    looks[1]?.resolve(1001);
    await stopped;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks).toHaveLength(2);
  });
});
