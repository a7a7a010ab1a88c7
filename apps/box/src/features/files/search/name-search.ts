import { createHash } from 'node:crypto';
import type { Database } from '../../../store/database.ts';
import { number, type Row, text, textOrNull } from '../../../store/row-columns.ts';
import { queryGrams } from './search-grams.ts';
import type { Hit, HitFilter } from './search-hits.ts';
import { matchesFilter, MAX_HITS } from './search-hits.ts';
import { type NameTest, requiredTexts } from './name-pattern.ts';
import { monotonicMs } from '../background-worker.ts';

/** Searches everything below a folder. `root` is copied into the hits. */
export interface SearchScope {
  readonly key: string;
  readonly root: number;
}

/** Prefix of folder grams; no gram of a name begins with it. */
const FOLDER_GRAM_TAG = '\uE102';
const folderGram = (key: string): string => FOLDER_GRAM_TAG + createHash('md5').update(key).digest('hex').slice(0, 12);

/** Grams for all ancestors of a name, including its own folder. `path` ends with a slash. */
export const ancestorGrams = (path: string): string[] => {
  const grams: string[] = [];
  for (let index = path.indexOf('/', 1); index > 0; index = path.indexOf('/', index + 1))
    grams.push(folderGram(path.slice(0, index)));
  return grams;
};

/**
 * After this many matches outside the folder, the folder becomes part of the index query. For a folder that holds most
 * of the files that query is slower.
 */
const MAX_OUTSIDE_MATCHES = 500;
/** Results cached for their next pages. */
const MAX_CACHED_RESULTS = 3;

interface SearchCandidate {
  readonly hit: Hit;
  readonly sounds: string | null;
}

/** Creates each candidate directly in its final form, since one search may read ten thousand rows. */
const createCandidateMapper =
  (root: number) =>
  (row: Row): SearchCandidate => ({
    hit: {
      name: text(row, 'name'),
      folder: text(row, 'path'),
      root,
      type: number(row, 'type'),
      size: number(row, 'size'),
      mtime: number(row, 'mtime'),
      ctime: number(row, 'ctime'),
    },
    sounds: textOrNull(row, 'sounds'),
  });
const COLUMNS = 'n.name, n.sounds, n.type, n.size, n.mtime, n.ctime, d.path';
const quoteGram = (gram: string): string => `"${gram}"`;

/** Queries of the name index. */
export class NameSearch {
  readonly #db: Database;
  /** Hits by query; valid until something is written to the index. */
  readonly #results = new Map<string, readonly Hit[]>();
  #writes = -1;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Hits below the scopes, at most {@link MAX_HITS}; null on timeout. */
  find(scopes: readonly SearchScope[], filter: HitFilter, test: NameTest, deadline: number): readonly Hit[] | null {
    if (this.#writes !== this.#db.writes) this.#results.clear();
    this.#writes = this.#db.writes;
    const cacheKey = JSON.stringify([scopes, filter]);
    const cached = this.#results.get(cacheKey);
    if (cached !== undefined) return cached;
    const hits: Hit[] = [];
    for (const scope of scopes) {
      const maxHits = MAX_HITS - hits.length;
      const found = maxHits === 0 ? [] : this.#searchBelow(scope, filter, test, { deadline, maxHits });
      if (found === null) return null;
      hits.push(...found);
    }
    const [oldest] = this.#results.keys();
    if (this.#results.size >= MAX_CACHED_RESULTS && oldest !== undefined) this.#results.delete(oldest);
    this.#results.set(cacheKey, hits);
    return hits;
  }

  #searchBelow(
    { key, root }: SearchScope,
    filter: HitFilter,
    test: NameTest,
    { deadline, maxHits }: SearchBounds,
  ): Hit[] | null {
    const grams = [...new Set(requiredTexts(filter.regex).flatMap(queryGrams))];
    const collectHits = (candidates: Iterable<SearchCandidate>, maxOutside: number): Hit[] | 'late' | 'elsewhere' => {
      const hits: Hit[] = [];
      let rows = 0;
      let outside = 0;
      for (const { hit, sounds } of candidates) {
        rows += 1;
        if (rows % 256 === 0 && monotonicMs() > deadline) return 'late';
        if (hit.folder !== key && !hit.folder.startsWith(`${key}/`)) {
          outside += 1;
          if (outside > maxOutside) return 'elsewhere';
          continue;
        }
        if (!matchesFilter(filter, hit) || !test(hit.name, sounds)) continue;
        if (!filter.withhidden && (hit.name.startsWith('.') || hit.folder.slice(key.length).includes('/.'))) continue;
        hits.push(hit);
        if (hits.length >= maxHits) break;
      }
      return hits;
    };
    const read = createCandidateMapper(root);
    let found =
      grams.length === 0
        ? collectHits(this.#allCandidates(read, key), Infinity)
        : collectHits(this.#candidatesByGrams(read, grams), MAX_OUTSIDE_MATCHES);
    if (found === 'elsewhere')
      found = collectHits(this.#candidatesByGrams(read, [...grams, folderGram(key)]), Infinity);
    return typeof found === 'string' ? null : found;
  }

  #candidatesByGrams(read: (row: Row) => SearchCandidate, grams: readonly string[]): Iterable<SearchCandidate> {
    return this.#db.each(
      read,
      `SELECT ${COLUMNS} FROM names_text t CROSS JOIN names n ON n.id = t.rowid CROSS JOIN dirs d ON d.id = n.dir WHERE names_text MATCH ?`,
      grams.map(quoteGram).join(' '),
    );
  }

  #allCandidates(read: (row: Row) => SearchCandidate, key: string): Iterable<SearchCandidate> {
    return this.#db.each(
      read,
      `SELECT ${COLUMNS} FROM dirs d JOIN names n ON n.dir = d.id WHERE d.path = ? OR (d.path >= ? AND d.path < ?)`,
      key,
      `${key}/`,
      `${key}0`,
    );
  }
}

interface SearchBounds {
  readonly deadline: number;
  /** Maximum number of hits. */
  readonly maxHits: number;
}
