import { randomBytes } from 'node:crypto';
import type { ZipOffer } from '@boxwood/box-sdk';
import type { Clock } from '../../platform/clock.ts';
import { parseRange } from '../../features/files/download/byte-range.ts';
import { contentDispositionOf } from '../../features/files/download/content-type.ts';
import type { FileReply } from '../../features/files/download/send-file.ts';
import type { Caller, Vault } from '../vault/index.ts';
import { Refusal } from '../vault/index.ts';
import type { ZipPlan } from './zip-plan.ts';
import { MAX_ZIP_ENTRIES, planZip } from './zip-plan.ts';
import { readZip } from './read-zip.ts';

/** Timeout for planning an archive, in ms. */
const PLAN_TIMEOUT_MS = 60_000;
/** How long an archive can be downloaded or resumed after its last request started, in ms. */
const PLAN_TTL_MS = 3_600_000;

/** An archive for visitors of a share, without hidden files. */
export interface ZipForVisitors {
  readonly share: string;
  /** Name of the content as visitors see it. */
  readonly title: string;
}

interface StoredZip {
  readonly user: string;
  /** The share whose visitors may fetch it; null for archives of the user. */
  readonly share: string | null;
  readonly name: string;
  readonly paths: readonly string[];
  readonly plan: ZipPlan;
  lastUsed: number;
}

/** Request headers in lower case. */
type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const nameOf = (paths: readonly string[]): string => {
  const [first = '', second] = paths;
  const names = first.split('/');
  return `${(second === undefined ? names.at(-1) : names.at(-2)) ?? 'Boxwood'}.zip`;
};

/** Downloads of files and folders as one ZIP archive, created while it is sent. Only the plan is stored, in memory. */
export class ZipDownloads {
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #zips = new Map<string, StoredZip>();

  constructor(vault: Vault, clock: Clock) {
    this.#vault = vault;
    this.#clock = clock;
  }

  /**
   * Plans an archive of some paths. @throws Refusal 5, 13, 15 for one of the paths, 7 on timeout, 16 for too many
   * entries
   */
  async prepare(
    caller: Caller,
    paths: readonly string[],
    signal: AbortSignal,
    visitors: ZipForVisitors | null = null,
  ): Promise<ZipOffer> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(PLAN_TIMEOUT_MS)]);
    const plan = await planZip(this.#vault, caller, paths, { signal: inTime, hidden: visitors === null });
    const id = randomBytes(18).toString('base64url');
    const name = visitors === null ? nameOf(paths) : `${visitors.title}.zip`;
    const share = visitors?.share ?? null;
    this.#zips.set(id, { user: caller.user, share, name, paths, plan, lastUsed: this.#clock.now() });
    this.#evict();
    const count = plan.entries.reduce((sum, { folder }) => (folder ? sum : sum + 1), 0);
    return { id, name, size: plan.size, count, skipped: plan.skipped };
  }

  /** Whether the caller may fetch an archive: it belongs to the caller, who can still read all of its paths. */
  canRead(caller: Caller, id: string, share: string | null = null): boolean {
    const zip = this.#zips.get(id);
    if (zip?.user !== caller.user || zip.share !== share) return false;
    try {
      for (const path of zip.paths) this.#vault.resolve(caller, path, 'read');
      return true;
    } catch (failure) {
      if (failure instanceof Refusal) return false;
      throw failure;
    }
  }

  /** An archive or a range of it (RFC 9110, 14.2); null when the caller may not fetch it. */
  serve(caller: Caller, id: string, headers: RequestHeaders, share: string | null = null): FileReply | null {
    const zip = this.#zips.get(id);
    if (zip === undefined || !this.canRead(caller, id, share)) return null;
    zip.lastUsed = this.#clock.now();
    const { plan, name } = zip;
    const etag = `"${id}"`;
    const fixed = {
      'content-type': 'application/zip',
      'content-disposition': contentDispositionOf(name),
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "sandbox; default-src 'none'",
    };
    const ifRange = headers['if-range'];
    const rangeHeader = ifRange === undefined || ifRange === etag ? headers['range'] : undefined;
    const range = parseRange(typeof rangeHeader === 'string' ? rangeHeader : undefined, plan.size);
    if (range === 'unsatisfiable')
      return {
        status: 416,
        headers: { ...fixed, 'content-range': `bytes */${plan.size}`, 'content-length': 0 },
        body: null,
      };
    const { start, end } = range === 'all' ? { start: 0, end: plan.size - 1 } : range;
    const partial = range === 'all' ? {} : { 'content-range': `bytes ${start}-${end}/${plan.size}` };
    const length = end - start + 1;
    return {
      status: range === 'all' ? 200 : 206,
      headers: { ...fixed, ...partial, 'content-length': length },
      body: { length, read: (lent) => readZip({ vault: this.#vault, caller }, plan, { start, end }, lent) },
    };
  }

  /** Removes expired plans, and the oldest ones while all plans together exceed the entry limit of one archive. */
  #evict(): void {
    const oldest = [...this.#zips].toSorted(([, one], [, other]) => one.lastUsed - other.lastUsed);
    let totalEntries = oldest.reduce((sum, [, { plan }]) => sum + plan.entries.length, 0);
    for (const [id, { plan, lastUsed }] of oldest) {
      if (totalEntries <= MAX_ZIP_ENTRIES && this.#clock.now() - lastUsed < PLAN_TTL_MS) continue;
      totalEntries -= plan.entries.length;
      this.#zips.delete(id);
    }
  }
}
