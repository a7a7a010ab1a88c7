import type { Clock } from '../clock.ts';
import { typeOfName } from '../files/file-type.ts';
import type { Vault } from '../vault/index.ts';
import { callerFor, Refusal, refusing } from '../vault/index.ts';
import { planZip } from '../zip/plan.ts';
import type { Share } from './shares.ts';

/** Number of files in a share by type, including subfolders. */
export interface Contents {
  readonly photos: number;
  readonly films: number;
  readonly songs: number;
  readonly others: number;
  /** Size of the whole share as one archive, in bytes. */
  readonly size: number;
}

/** Time limit for counting, in ms. A share that takes longer is shown without counts. */
const LOOK_MS = 400;
/** Cache TTL in ms, so that many visitors at once cause a single count. */
const LIFE_MS = 60_000;
const MOST = 200;

interface Kept {
  readonly until: number;
  readonly contents: Promise<Contents | null>;
}

/** Counts the contents of shares for the visitor pages. */
export class ShareLook {
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(vault: Vault, clock: Clock) {
    this.#vault = vault;
    this.#clock = clock;
  }

  /** Returns null when the contents cannot be counted within the time limit. */
  of(share: Share, names: readonly string[]): Promise<Contents | null> {
    const key = JSON.stringify([share.id, names]);
    const known = this.#kept.get(key);
    const now = this.#clock.now();
    if (known !== undefined && known.until > now) return known.contents;
    this.#kept.delete(key);
    const [oldest] = this.#kept.size >= MOST ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
    const contents = this.#count(share, names);
    this.#kept.set(key, { until: now + LIFE_MS, contents });
    return contents;
  }

  async #count({ user, path }: Share, names: readonly string[]): Promise<Contents | null> {
    const paths = names.map((name) => `${path}/${name}`);
    try {
      const inTime = AbortSignal.timeout(LOOK_MS);
      const { entries, size } = await refusing(() =>
        planZip(this.#vault, callerFor(user), paths, { inTime, hidden: false }),
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
