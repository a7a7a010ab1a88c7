import { createHash } from 'node:crypto';
import type { Database } from '../store/database.ts';
import { number, type Row, text, textOrNull } from '../store/rows.ts';
import { gramsFor } from './grams.ts';
import type { Hit, HitFilter } from './hits.ts';
import { fits, MAX_HITS } from './hits.ts';
import { type NameTest, requiredTexts } from './regex.ts';
import { monotonicMs } from './thread.ts';

/** Searches everything below a folder. `root` is copied into the hits. */
export interface Scope {
  readonly key: string;
  readonly root: number;
}

/** Prefix of folder grams; no gram of a name begins with it. */
const FOLDER_MARK = '\uE102';
const folderGram = (key: string): string => FOLDER_MARK + createHash('md5').update(key).digest('hex').slice(0, 12);

/** Grams for all ancestors of a name, including its own folder. `path` ends with a slash. */
export const foldersAbove = (path: string): string[] => {
  const grams: string[] = [];
  for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) grams.push(folderGram(path.slice(0, at)));
  return grams;
};

/**
 * After this many matches outside the folder, the folder becomes part of the index query. For a folder that holds most
 * of the files that query is slower.
 */
const ELSEWHERE = 500;
/** Results cached for their next pages. */
const REMEMBERED = 3;

interface Candidate {
  readonly hit: Hit;
  readonly sounds: string | null;
}

/** Creates each candidate directly in its final form, since one search may read ten thousand rows. */
const candidateIn =
  (root: number) =>
  (row: Row): Candidate => ({
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
const phrase = (gram: string): string => `"${gram}"`;

/** Queries of the name index. */
export class NameSearch {
  readonly #db: Database;
  /** Hits by query; valid until something is written to the index. */
  readonly #answers = new Map<string, readonly Hit[]>();
  #writes = -1;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Hits below the scopes, at most {@link MAX_HITS}; null on timeout. */
  find(scopes: readonly Scope[], filter: HitFilter, test: NameTest, deadline: number): readonly Hit[] | null {
    if (this.#writes !== this.#db.writes) this.#answers.clear();
    this.#writes = this.#db.writes;
    const question = JSON.stringify([scopes, filter]);
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
    const hits: Hit[] = [];
    for (const scope of scopes) {
      const room = MAX_HITS - hits.length;
      const found = room === 0 ? [] : this.#below(scope, filter, test, { deadline, room });
      if (found === null) return null;
      hits.push(...found);
    }
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= REMEMBERED && oldest !== undefined) this.#answers.delete(oldest);
    this.#answers.set(question, hits);
    return hits;
  }

  #below({ key, root }: Scope, filter: HitFilter, test: NameTest, { deadline, room }: Bounds): Hit[] | null {
    const grams = [...new Set(requiredTexts(filter.regex).flatMap(gramsFor))];
    const look = (candidates: Iterable<Candidate>, elsewhere: number): Hit[] | 'late' | 'elsewhere' => {
      const hits: Hit[] = [];
      let rows = 0;
      let passed = 0;
      for (const { hit, sounds } of candidates) {
        rows += 1;
        if (rows % 256 === 0 && monotonicMs() > deadline) return 'late';
        if (hit.folder !== key && !hit.folder.startsWith(`${key}/`)) {
          passed += 1;
          if (passed > elsewhere) return 'elsewhere';
          continue;
        }
        if (!fits(filter, hit) || !test(hit.name, sounds)) continue;
        if (!filter.withhidden && (hit.name.startsWith('.') || hit.folder.slice(key.length).includes('/.'))) continue;
        hits.push(hit);
        if (hits.length >= room) break;
      }
      return hits;
    };
    const read = candidateIn(root);
    let found = grams.length === 0 ? look(this.#all(read, key), Infinity) : look(this.#with(read, grams), ELSEWHERE);
    if (found === 'elsewhere') found = look(this.#with(read, [...grams, folderGram(key)]), Infinity);
    return typeof found === 'string' ? null : found;
  }

  #with(read: (row: Row) => Candidate, grams: readonly string[]): Iterable<Candidate> {
    return this.#db.each(
      read,
      `SELECT ${COLUMNS} FROM names_text t CROSS JOIN names n ON n.id = t.rowid CROSS JOIN dirs d ON d.id = n.dir WHERE names_text MATCH ?`,
      grams.map(phrase).join(' '),
    );
  }

  #all(read: (row: Row) => Candidate, key: string): Iterable<Candidate> {
    return this.#db.each(
      read,
      `SELECT ${COLUMNS} FROM dirs d JOIN names n ON n.dir = d.id WHERE d.path = ? OR (d.path >= ? AND d.path < ?)`,
      key,
      `${key}/`,
      `${key}0`,
    );
  }
}

interface Bounds {
  readonly deadline: number;
  /** Maximum number of hits. */
  readonly room: number;
}
