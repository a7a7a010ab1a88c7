import type { ShortItem } from '@boxwood/box-sdk';
import { left, right } from '@boxwood/command-bus';
import { onTestFinished, vi } from 'vitest';
import type { FileReplies } from './box-replies.ts';

type Content = string | Uint8Array<ArrayBuffer>;

/** Files of the box of a test: the page reads them by URL and saves them by upload. */
export interface ServedFiles extends FileReplies {
  /** Stores a file, as another client does. Every version has its own ETag. */
  readonly put: (path: string, content: Content) => void;
  readonly remove: (path: string) => void;
  /** The bytes of a file. Throws when there is none. */
  readonly bytes: (path: string) => Uint8Array<ArrayBuffer>;
  /** The text of a file in UTF-8. Throws when there is none. */
  readonly text: (path: string) => string;
  /** Makes reads of a file fail with this HTTP status; 200 ends it. */
  readonly failReads: (path: string, status: number) => void;
  /** Path and range of each read, in order. */
  readonly reads: readonly { readonly path: string; readonly range: string | null }[];
}

/** File type codes by extension, as far as tests need them; every other file has the code 0. */
const TYPES: Readonly<Record<string, number>> = { mp3: 1, wav: 1, webm: 2, mp4: 2, png: 3, jpg: 3 };

const toBytes = (content: Content): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** Serves files by path for the rest of the test. Give the result to `renderApp`. */
export const serveFiles = (initial: Readonly<Record<string, Content>>): ServedFiles => {
  const files = new Map<string, { readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string }>();
  const failures = new Map<string, number>();
  const reads: { readonly path: string; readonly range: string | null }[] = [];
  const received = new Map<string, Uint8Array<ArrayBuffer>>();
  let versions = 0;
  const put: ServedFiles['put'] = (path, content) => {
    versions += 1;
    files.set(path, { bytes: toBytes(content), etag: `"v${versions}"` });
  };
  for (const [path, content] of Object.entries(initial)) put(path, content);
  const bytesOf = (path: string): Uint8Array<ArrayBuffer> => {
    const file = files.get(path);
    if (file === undefined) throw new Error(`there is no ${path}`);
    return file.bytes;
  };
  const itemOf = (path: string): ShortItem => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 0;
    return { n: name, t: type, k: name, m: 1_760_000_000, s: bytesOf(path).length, c: 1_760_000_000 };
  };
  const list = ({ path }: { readonly path: string }) => {
    const items = [...files.keys()].filter((each) => folderOf(each) === path).map(itemOf);
    return { sum: items.length, file_list: items };
  };
  const targets = new Map<string, string>();
  const open = (target: string): string => {
    const uuid = `upload${targets.size + 1}`;
    targets.set(uuid, target);
    return uuid;
  };

  const read = (path: string, range: string | null): Response => {
    reads.push({ path, range });
    const file = files.get(path);
    const status = failures.get(path) ?? (file === undefined ? 404 : 200);
    if (file === undefined || status !== 200) return new Response(null, { status });
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const { length } = file.bytes;
    if (from === undefined)
      return new Response(file.bytes, { headers: { etag: file.etag, 'content-length': String(length) } });
    const end = Math.min(length, to === undefined || to === '' ? length : Number(to) + 1);
    return new Response(file.bytes.slice(Number(from), end), {
      status: 206,
      headers: { etag: file.etag, 'content-range': `bytes ${from}-${end - 1}/${length}` },
    });
  };
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const path = decodeURIComponent(new URL(url).pathname).replace(/^\/port_80/, '');
    return Promise.resolve(read(path, new Headers(init.headers).get('range')));
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });

  return {
    replies: {
      session: { fileKey: () => ({ key: 'K'.repeat(32), expire: 3600 }) },
      files: { list, listDirect: list },
      transfers: {
        prepare: ({ target }) => ({ uuid: open(target), baseinfo: { size: 0, mtime_sec: 0 }, start: 0, more: 1 }),
        finish: ({ target, uuid }) => {
          put(target, received.get(uuid) ?? '');
          return { path: target };
        },
      },
    },
    receive: async ({ query, body }) => {
      if (!(body instanceof Blob)) return left({ _tag: 'Network', cause: new TypeError('the body is not a file') });
      const bytes = new Uint8Array(await body.arrayBuffer());
      received.set(query['uuid'] ?? '', bytes);
      const text = JSON.stringify({ error: 0, size: bytes.length });
      return right({ status: 200, text: () => Promise.resolve(text) });
    },
    put,
    remove: (path) => {
      files.delete(path);
    },
    bytes: bytesOf,
    text: (path) => new TextDecoder().decode(bytesOf(path)),
    failReads: (path, status) => {
      failures.set(path, status);
    },
    reads,
  };
};
