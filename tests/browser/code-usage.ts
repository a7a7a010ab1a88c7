/**
 * Records the code of the desktop that each spec loads in addition to the first page: `npm test -- --changed`
 * (scripts/lib/changed.mjs) reads it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from '@playwright/test';
import { test } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.cache', 'test-visited');
const manifest = join(root, 'apps/desktop/dist/.vite/manifest.json');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

/** The sources of the built files, by their names on the page. */
const sources = (): ReadonlyMap<string, string> => {
  const built = read(manifest);
  return new Map(
    Object.values(isRecord(built) ? built : {}).flatMap((part) =>
      isRecord(part) && typeof part['src'] === 'string' && part['isDynamicEntry'] === true
        ? [[`/${String(part['file'])}`, part['src']] as const]
        : [],
    ),
  );
};

export interface CodeUsageRecorder {
  /** Records a context for the current test; used for contexts that a test creates itself. */
  readonly listen: (context: BrowserContext) => void;
  /** Writes the recorded code, one file for each spec. */
  readonly write: () => void;
}

/** Records all pages of a browser. */
export const recordCodeUsage = (browser: Browser): CodeUsageRecorder => {
  const known = sources();
  const heard = new Map<string, Set<string>>();
  const listen = (context: BrowserContext): void => {
    const spec = basename(test.info().file);
    const visits = heard.get(spec) ?? new Set<string>();
    heard.set(spec, visits);
    context.on('request', (request) => {
      const source = known.get(new URL(request.url()).pathname);
      if (source !== undefined) visits.add(source);
    });
  };
  browser.on('context', listen);
  const write = (): void => {
    mkdirSync(folder, { recursive: true });
    for (const [spec, visits] of heard) {
      const file = join(folder, `${spec}.json`);
      const before = read(file);
      const all = new Set([...(Array.isArray(before) ? before.map(String) : []), ...visits]);
      writeFileSync(file, JSON.stringify([...all].toSorted()));
    }
  };
  return { listen, write };
};
