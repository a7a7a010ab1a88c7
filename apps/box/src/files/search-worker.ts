import type { Database } from '../store/database.ts';
import { openDerived } from '../store/derived.ts';
import type { Hit, HitFilter, HitPage, KeyedHit } from './hits.ts';
import { pageOfHits } from './hits.ts';
import type { IndexedVolume } from './name-index.ts';
import { NameIndex } from './name-index.ts';
import type { Scope } from './name-search.ts';
import { indexMigrations } from './name-tables.ts';
import { nameTest, type NameTest } from './regex.ts';
import { monotonicMs, serve } from './thread.ts';
import { walk } from './walk.ts';
import type { WalkScope } from './walk.ts';

/** Result of a search. */
export type SearchAnswer =
  | { readonly tag: 'found'; readonly sum: number; readonly page: readonly KeyedHit[] }
  | { readonly tag: 'invalid' }
  | { readonly tag: 'late' };

interface SearchCall {
  readonly filter: HitFilter;
  readonly page: HitPage;
  /** See {@link monotonicMs}. A search that waits in the queue until its deadline is not started. */
  readonly deadline: number;
}

let index: NameIndex | undefined;
let database: Database | undefined;

const answer = (
  { filter, page, deadline }: SearchCall,
  find: (test: NameTest, deadline: number) => readonly Hit[] | null,
): SearchAnswer => {
  if (monotonicMs() > deadline) return { tag: 'late' };
  const test = nameTest(filter.regex);
  if (test === null) return { tag: 'invalid' };
  const hits = find(test, deadline);
  return hits === null ? { tag: 'late' } : { tag: 'found', sum: hits.length, page: pageOfHits(hits, page) };
};

const jobs = {
  open: ({ file, volumes }: { readonly file: string; readonly volumes: readonly IndexedVolume[] }) => {
    database = openDerived(file, indexMigrations);
    index = new NameIndex(database, volumes);
  },
  add: (volume: IndexedVolume) => index?.add(volume),
  crawl: async (key: string) => index?.crawl(key),
  refresh: async ({ folders, created }: { readonly folders: readonly string[]; readonly created: readonly string[] }) =>
    index?.refresh(folders, created),
  media: (afterId: number) => index?.media(afterId) ?? [],
  count: (_: null) => index?.count ?? 0,
  search: ({ scopes, ...call }: SearchCall & { readonly scopes: readonly Scope[] }) =>
    answer(call, (test, deadline) => {
      if (index === undefined) throw new Error('the index is not open');
      return index.search(scopes, call.filter, test, deadline);
    }),
  walk: ({ scopes, ...call }: SearchCall & { readonly scopes: readonly WalkScope[] }) =>
    answer(call, (test, deadline) => {
      const hits: Hit[] = [];
      for (const scope of scopes) {
        const found = walk(scope, call.filter, test, deadline);
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

serve(jobs);
