// The pages of the documentation: the Markdown files below docs/.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools.mjs';

/** Paths of all pages from the root of the repository, sorted: `docs/sdk.md`, `docs/guides/add-an-app.md`. */
export const docPages = () =>
  readdirSync(join(root, 'docs'), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .toSorted();

/** The pages that the site shows. Indexes and decisions are for readers of the repository. */
export const sitePages = () =>
  docPages().filter((path) => !path.endsWith('/README.md') && !path.startsWith('docs/decisions/'));
