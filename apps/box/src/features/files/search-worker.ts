import type { Database } from '../../store/database.ts';
import { openDerived } from '../../store/open-derived.ts';
import type { Hit, HitFilter, HitPage, KeyedHit } from './search/search-hits.ts';
import { cutHitPage } from './search/search-hits.ts';
import type { IndexedVolume } from './search/name-index.ts';
import { NameIndex } from './search/name-index.ts';
import type { SearchScope } from './search/name-search.ts';
import { nameIndexMigrations } from './search/name-index-tables.ts';
import { compileNameTest, type NameTest } from './search/name-pattern.ts';
import { monotonicMs, serveJobs } from './background-worker.ts';
import { searchTree } from './search/search-tree.ts';
import type { WalkScope } from './search/search-tree.ts';

/** Result of a search. */
export type SearchOutcome =
  | { readonly tag: 'found'; readonly sum: number; readonly page: readonly KeyedHit[] }
  | { readonly tag: 'invalid' }
  | { readonly tag: 'late' };

interface SearchJobArgument {
  readonly filter: HitFilter;
  readonly page: HitPage;
  /** See {@link monotonicMs}. A search that waits in the queue until its deadline is not started. */
  readonly deadline: number;
}

let index: NameIndex | undefined;
let database: Database | undefined;

const runSearch = (
  { filter, page, deadline }: SearchJobArgument,
  find: (test: NameTest, deadline: number) => readonly Hit[] | null,
): SearchOutcome => {
  if (monotonicMs() > deadline) return { tag: 'late' };
  const test = compileNameTest(filter.regex);
  if (test === null) return { tag: 'invalid' };
  const hits = find(test, deadline);
  return hits === null ? { tag: 'late' } : { tag: 'found', sum: hits.length, page: cutHitPage(hits, page) };
};

const jobs = {
  open: ({ file, volumes }: { readonly file: string; readonly volumes: readonly IndexedVolume[] }) => {
    database = openDerived(file, nameIndexMigrations);
    index = new NameIndex(database, volumes);
  },
  add: (volume: IndexedVolume) => index?.add(volume),
  crawl: async (key: string) => index?.crawl(key),
  refresh: async ({ folders, created }: { readonly folders: readonly string[]; readonly created: readonly string[] }) =>
    index?.refresh(folders, created),
  media: (afterId: number) => index?.listMedia(afterId) ?? [],
  count: (_: null) => index?.count ?? 0,
  search: ({ scopes, ...call }: SearchJobArgument & { readonly scopes: readonly SearchScope[] }) =>
    runSearch(call, (test, deadline) => {
      if (index === undefined) throw new Error('the index is not open');
      return index.search(scopes, call.filter, test, deadline);
    }),
  walk: ({ scopes, ...call }: SearchJobArgument & { readonly scopes: readonly WalkScope[] }) =>
    runSearch(call, (test, deadline) => {
      const hits: Hit[] = [];
      for (const scope of scopes) {
        const found = searchTree(scope, call.filter, test, deadline);
        if (found === null) return null;
        hits.push(...found);
      }
      return hits;
    }),
  close: (_: null) => {
    database?.close();
    database = undefined;
    index = undefined;
  },
};

export type SearchJobs = typeof jobs;

serveJobs(jobs);
