import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The built desktop under test. */
export const desktopDist = (): string =>
  process.env['BOXWOOD_TEST_DESKTOP'] ?? fileURLToPath(new URL('../../apps/desktop/dist', import.meta.url));

/** One entry of Vite's manifest: its file, and the entries that it imports statically. */
interface Chunk {
  readonly file: string;
  readonly name: unknown;
  readonly imports: readonly string[];
}

const readManifest = (dist: string): ReadonlyMap<string, Chunk> => {
  const found: unknown = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const chunks = new Map<string, Chunk>();
  const entries: readonly [string, unknown][] =
    typeof found === 'object' && found !== null ? Object.entries(found) : [];
  for (const [key, value] of entries) {
    if (typeof value !== 'object' || value === null || !('file' in value) || typeof value.file !== 'string') continue;
    const imports: readonly unknown[] = 'imports' in value && Array.isArray(value.imports) ? value.imports : [];
    const name = 'name' in value ? value.name : undefined;
    chunks.set(key, { file: value.file, name, imports: imports.filter((one) => typeof one === 'string') });
  }
  return chunks;
};

/** What is on a page before it can be used, by the files that begin it: a source, or the name of what is put together from many. */
const EVERY = ['first', 'index.html'] as const;
const PHONE = [...EVERY, 'session', 'shell', 'phone'] as const;
export const PAGES = {
  'sign-in': EVERY,
  desktop: [...EVERY, 'session', 'shell', 'frame'],
  phone: PHONE,
  /** A folder that is opened at once from the first page of a phone. */
  folder: [...PHONE, 'folder'],
  /** A desktop on which Photos stands open. */
  photos: [...EVERY, 'session', 'shell', 'frame', 'timeline'],
} as const;

/** The most JavaScript a page may load before it can be used, bytes after gzip. */
export const LIMITS: Readonly<Record<keyof typeof PAGES, number>> = {
  'sign-in': 120_000,
  desktop: 220_300,
  phone: 220_000,
  folder: 255_200,
  photos: 258_300,
};

/** The most files of code that a page may be made of: each costs a slow line and a slow processor more than its bytes. */
export const MOST_FILES: Readonly<Record<keyof typeof PAGES, number>> = {
  'sign-in': 3,
  desktop: 7,
  phone: 7,
  folder: 10,
  photos: 10,
};

export interface PageSize {
  /** Bytes after gzip, each file by itself, as it travels. */
  readonly gzip: number;
  /** Bytes that the browser parses. */
  readonly raw: number;
  readonly files: readonly { readonly file: string; readonly gzip: number }[];
}

/** Adds up the JavaScript of a page of the built desktop: its entries with everything they import statically. */
export const pageSize = (dist: string, page: keyof typeof PAGES): PageSize => {
  const manifest = readManifest(dist);
  const chunkOf = (key: string): Chunk => {
    const chunk = manifest.get(key) ?? [...manifest.values()].find(({ name }) => name === key);
    if (chunk === undefined) throw new Error(`${key} is no entry of the built desktop`);
    return chunk;
  };
  const seen = new Set<Chunk>();
  const visit = (chunk: Chunk): void => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const next of chunk.imports) visit(chunkOf(next));
  };
  for (const entry of PAGES[page]) visit(chunkOf(entry));
  let raw = 0;
  const files = [...seen]
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.js'))
    .map((file) => {
      const bytes = readFileSync(join(dist, file));
      raw += bytes.length;
      return { file, gzip: gzipSync(bytes, { level: 9 }).length };
    })
    .toSorted((one, other) => other.gzip - one.gzip);
  return { gzip: files.reduce((sum, { gzip }) => sum + gzip, 0), raw, files };
};
