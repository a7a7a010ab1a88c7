import 'fake-indexeddb/auto';
import { firstValueFrom } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testFile } from '../testing/upload-box.ts';
import type { UploadHandle, UploadId } from '../uploads/uploads.ts';
import { idbHandleRepository, openHandles } from './file-handle-store.ts';

const [a, b, c] = ['a', 'b', 'c'] as [UploadId, UploadId, UploadId];
const plain = (name: string): UploadHandle => ({ kind: 'file', name });

describe('the shelf of handles in IndexedDB', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('keeps handles for the next page of the same name, and forgets them', async () => {
    const shelf = idbHandleRepository('shelf-1');
    shelf.store(
      new Map([
        [a, plain('a')],
        [b, plain('b')],
      ]),
    );
    const next = idbHandleRepository('shelf-1');
    expect(await firstValueFrom(next.ids())).toEqual([a, b]);
    next.forget([a, c]);
    expect(await firstValueFrom(shelf.ids())).toEqual([b]);
    expect(await firstValueFrom(idbHandleRepository('shelf-2').ids())).toEqual([]);
  });

  it('opens nothing that is no handle of a file', async () => {
    const shelf = idbHandleRepository('shelf-3');
    shelf.store(new Map([[a, plain('a')]]));
    expect(await firstValueFrom(shelf.open([a, b], true))).toEqual(new Map());
  });

  it('a handle that cannot be stored is not kept, and nothing fails', async () => {
    const shelf = idbHandleRepository('shelf-4');
    const stubborn = { ...plain('a'), cannot: () => 'be cloned' };
    shelf.store(new Map([[a, stubborn]]));
    expect(await firstValueFrom(shelf.ids())).toEqual([]);
  });

  it('a browser that forbids storage keeps nothing, and nothing fails', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    const shelf = idbHandleRepository('shelf-5');
    shelf.store(new Map([[a, plain('a')]]));
    shelf.forget([a]);
    expect(await firstValueFrom(shelf.ids())).toEqual([]);
    expect(await firstValueFrom(shelf.open([a], true))).toEqual(new Map());
  });
});

describe('opening handles', () => {
  const asked: string[] = [];
  const handle = (name: string, now: PermissionState, then: PermissionState = now, gone = false) => ({
    queryPermission: () => Promise.resolve(now),
    requestPermission: () => {
      asked.push(name);
      return Promise.resolve(then);
    },
    getFile: () =>
      gone ? Promise.reject(new DOMException('gone', 'NotFoundError')) : Promise.resolve(testFile(name, 1)),
  });
  afterEach(() => {
    asked.length = 0;
  });
  const names = async (stored: readonly (readonly [UploadId, unknown])[], ask: boolean) =>
    [...(await openHandles(stored, ask))].map(([id, { name }]) => `${id}:${name}`);

  it('takes what is granted and asks for nothing outside a click', async () => {
    const stored = [[a, handle('x', 'granted')] as const, [b, handle('y', 'prompt', 'granted')] as const];
    expect(await names(stored, false)).toEqual(['a:x']);
    expect(asked).toEqual([]);
  });

  it('asks within a click; after a no nobody is asked again, and what is granted still opens', async () => {
    const stored = [
      [a, handle('x', 'prompt', 'granted')] as const,
      [b, handle('y', 'prompt', 'denied')] as const,
      [c, handle('z', 'prompt', 'granted')] as const,
      ['d' as UploadId, handle('w', 'granted')] as const,
    ];
    expect(await names(stored, true)).toEqual(['a:x', 'd:w']);
    expect(asked).toEqual(['x', 'y']);
  });

  it('a file that is gone is left out, the others open', async () => {
    const stored = [[a, handle('x', 'granted', 'granted', true)] as const, [b, handle('y', 'granted')] as const];
    expect(await names(stored, true)).toEqual(['b:y']);
  });
});
