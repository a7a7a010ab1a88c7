import type { Clock } from '../../platform/clock.ts';
import { typeOfName } from '../files/file-type.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { callerFor, Refusal, withRefusals } from '../../storage/vault/index.ts';
import { planZip } from '../../storage/zip/zip-plan.ts';
import type { Share } from './http-shares.ts';

/** Number of files in a share by type, including subfolders. */
export interface ShareContents {
  readonly photos: number;
  readonly films: number;
  readonly songs: number;
  readonly others: number;
  /** Size of the whole share as one archive, in bytes. */
  readonly size: number;
}

/** Time limit for counting, in ms. A share that takes longer is shown without counts. */
const COUNT_TIMEOUT_MS = 400;
/** Cache TTL in ms, so that many visitors at once cause a single count. */
const CACHE_TTL_MS = 60_000;
const MAX_CACHED_COUNTS = 200;

interface CachedContents {
  readonly until: number;
  readonly contents: Promise<ShareContents | null>;
}

/** Counts the contents of shares for the visitor pages. */
export class ShareContentsCounter {
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #cache = new Map<string, CachedContents>();

  constructor(vault: Vault, clock: Clock) {
    this.#vault = vault;
    this.#clock = clock;
  }

  /** Returns null when the contents cannot be counted within the time limit. */
  count(share: Share, names: readonly string[]): Promise<ShareContents | null> {
    const key = JSON.stringify([share.id, names]);
    const known = this.#cache.get(key);
    const now = this.#clock.now();
    if (known !== undefined && known.until > now) return known.contents;
    this.#cache.delete(key);
    const [oldest] = this.#cache.size >= MAX_CACHED_COUNTS ? this.#cache.keys() : [];
    if (oldest !== undefined) this.#cache.delete(oldest);
    const contents = this.#countEntries(share, names);
    this.#cache.set(key, { until: now + CACHE_TTL_MS, contents });
    return contents;
  }

  async #countEntries({ user, path }: Share, names: readonly string[]): Promise<ShareContents | null> {
    const paths = names.map((name) => `${path}/${name}`);
    try {
      const inTime = AbortSignal.timeout(COUNT_TIMEOUT_MS);
      const { entries, size } = await withRefusals(() =>
        planZip(this.#vault, callerFor(user), paths, { signal: inTime, hidden: false }),
      );
      const count = { photos: 0, films: 0, songs: 0, others: 0 };
      for (const { label, folder } of entries) if (!folder) count[KINDS[typeOfName(label)] ?? 'others'] += 1;
      return { ...count, size };
    } catch (failure) {
      if (failure instanceof Refusal) return null;
      throw failure;
    }
  }
}

const KINDS: Readonly<Partial<Record<number, 'photos' | 'films' | 'songs'>>> = { 1: 'songs', 2: 'films', 3: 'photos' };
