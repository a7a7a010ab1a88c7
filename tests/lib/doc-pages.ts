import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Paths of all pages of the documentation from the root of the repository, sorted: `docs/sdk.md`, `docs/guides/add-an-app.md`. */
export const docPages = (): readonly string[] =>
  readdirSync(fileURLToPath(new URL('../../docs', import.meta.url)), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .toSorted();

/** The pages that the site shows. Indexes and decisions are for readers of the repository. */
export const sitePages = (): readonly string[] =>
  docPages().filter((path) => !path.endsWith('/README.md') && !path.startsWith('docs/decisions/'));
