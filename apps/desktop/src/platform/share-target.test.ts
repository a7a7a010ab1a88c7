import { describe, expect, it, vi } from 'vitest';
import { deleteSharedFiles, readSharedFiles } from './share-target.ts';

const CACHE = 'boxwood-shared-in';
const at = (name: string): Request => new Request(`https://box.test/share-target/${name}`);

/** Cache storage with these shared files; null for a browser in which nothing was ever shared. */
const withCaches = (entries: readonly (readonly [Request, Response])[] | null) => {
  const names = new Set(entries === null ? [] : [CACHE]);
  const storage = {
    has: (name: string) => Promise.resolve(names.has(name)),
    open: (name: string) => {
      names.add(name);
      return Promise.resolve({
        keys: () => Promise.resolve((entries ?? []).map(([request]) => request)),
        match: (request: Request) => Promise.resolve((entries ?? []).find(([one]) => one === request)?.[1]),
      });
    },
    delete: (name: string) => Promise.resolve(names.delete(name)),
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('caches', storage);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  return names;
};

describe('files that another app shared', () => {
  it('finds none where nothing was shared, and creates no cache by looking', async () => {
    const names = withCaches(null);
    expect(await readSharedFiles()).toBeNull();
    expect([...names]).toEqual([]);
  });

  it('reads each with its name, type and time, and knows that another one was lost', async () => {
    const headers = {
      'x-name': encodeURIComponent('Straße 1.txt'),
      'content-type': 'text/plain',
      'x-modified': '1000',
    };
    withCaches([
      [at('1'), new Response('hello', { headers })],
      [at('lost'), new Response('')],
    ]);
    const shared = await readSharedFiles();
    expect(shared?.hasLostFiles).toBe(true);
    expect(shared?.files.map(({ name, type, lastModified }) => ({ name, type, lastModified }))).toEqual([
      { name: 'Straße 1.txt', type: 'text/plain', lastModified: 1000 },
    ]);
  });

  it('deletes them, and finds none on plain http', async () => {
    const names = withCaches([[at('lost'), new Response('')]]);
    await deleteSharedFiles();
    expect([...names]).toEqual([]);
    withCaches([[at('lost'), new Response('')]]);
    vi.stubGlobal('isSecureContext', false);
    expect(await readSharedFiles()).toBeNull();
  });
});
