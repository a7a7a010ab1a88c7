import { randomBytes } from 'node:crypto';
import type { ZipOffer } from '@boxwood/box-sdk';
import type { Clock } from '../clock.ts';
import { parseRange } from '../files/byte-range.ts';
import { attachmentOf } from '../files/content-type.ts';
import type { FileReply } from '../files/send-file.ts';
import type { Caller, Vault } from '../vault/index.ts';
import { Refusal } from '../vault/index.ts';
import type { ZipPlan } from './plan.ts';
import { MAX_ENTRIES, planZip } from './plan.ts';
import { readZip } from './read.ts';

/** Milliseconds that looking at everything may take. */
const LOOK_MS = 60_000;
/** Milliseconds that an archive can be fetched, and gone on with, after somebody last began to. */
const LIFE_MS = 3_600_000;

/** For whom an archive is when it is for strangers: the visitors of a share, who see nothing that is hidden. */
export interface ForVisitors {
  readonly share: string;
  /** What they know its content as. */
  readonly title: string;
}

interface Kept {
  readonly user: string;
  /** The share whose visitors it is for; null when it is for the user. */
  readonly share: string | null;
  readonly name: string;
  readonly paths: readonly string[];
  readonly plan: ZipPlan;
  used: number;
}

/** Headers of a request, lower case. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const nameOf = (paths: readonly string[]): string => {
  const [first = '', second] = paths;
  const names = first.split('/');
  return `${(second === undefined ? names.at(-1) : names.at(-2)) ?? 'Boxwood'}.zip`;
};

/** Files and folders as one ZIP archive, made while it is fetched: nothing is written, and only the plan is kept. */
export class Zips {
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(vault: Vault, clock: Clock) {
    this.#vault = vault;
    this.#clock = clock;
  }

  /** Plans an archive of some paths. @throws Refusal 5, 13, 15 for one of the paths, 7 when it takes too long, 16 for too many entries */
  async prepare(
    caller: Caller,
    paths: readonly string[],
    signal: AbortSignal,
    visitors: ForVisitors | null = null,
  ): Promise<ZipOffer> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]);
    const plan = await planZip(this.#vault, caller, paths, { inTime, hidden: visitors === null });
    const id = randomBytes(18).toString('base64url');
    const name = visitors === null ? nameOf(paths) : `${visitors.title}.zip`;
    const share = visitors?.share ?? null;
    this.#kept.set(id, { user: caller.user, share, name, paths, plan, used: this.#clock.now() });
    this.#forget();
    const count = plan.entries.reduce((sum, { folder }) => (folder ? sum : sum + 1), 0);
    return { id, name, size: plan.size, count, skipped: plan.skipped };
  }

  /** Whether somebody may fetch an archive: it is theirs, and they may read all that it was made of. */
  mayRead(caller: Caller, id: string, share: string | null = null): boolean {
    const kept = this.#kept.get(id);
    if (kept?.user !== caller.user || kept.share !== share) return false;
    try {
      for (const path of kept.paths) this.#vault.resolve(caller, path, 'read');
      return true;
    } catch (failure) {
      if (failure instanceof Refusal) return false;
      throw failure;
    }
  }

  /** An archive or a part of it (RFC 9110, 14.2); null when there is none for this caller. */
  serve(caller: Caller, id: string, headers: Headers, share: string | null = null): FileReply | null {
    const kept = this.#kept.get(id);
    if (kept === undefined || !this.mayRead(caller, id, share)) return null;
    kept.used = this.#clock.now();
    const { plan, name } = kept;
    const etag = `"${id}"`;
    const fixed = {
      ...{ 'content-type': 'application/zip', 'content-disposition': attachmentOf(name), etag },
      ...{ 'accept-ranges': 'bytes', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
      ...{ 'referrer-policy': 'no-referrer', 'content-security-policy': "sandbox; default-src 'none'" },
    };
    const asked = headers['if-range'];
    const wanted = asked === undefined || asked === etag ? headers['range'] : undefined;
    const range = parseRange(typeof wanted === 'string' ? wanted : undefined, plan.size);
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

  /** What nobody fetched for long goes, and the oldest while all together hold more than one may. */
  #forget(): void {
    const oldest = [...this.#kept].toSorted(([, one], [, other]) => one.used - other.used);
    let held = oldest.reduce((sum, [, { plan }]) => sum + plan.entries.length, 0);
    for (const [id, { plan, used }] of oldest) {
      if (held <= MAX_ENTRIES && this.#clock.now() - used < LIFE_MS) continue;
      held -= plan.entries.length;
      this.#kept.delete(id);
    }
  }
}
