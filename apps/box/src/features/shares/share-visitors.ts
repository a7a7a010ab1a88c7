import type { ShortItem } from '@boxwood/box-sdk';
import { NO_SHARE_CODE } from '@boxwood/box-sdk';
import type { Clock } from '../../platform/clock.ts';
import type { FolderLister } from '../files/listing/folder-lister.ts';
import { sameSecret } from '../../server/identity/secrets.ts';
import type { LoginRateLimiter } from '../../server/identity/login-rate-limiter.ts';
import type { Caller, Location, Vault } from '../../storage/vault/index.ts';
import { callerFor, GEN, Refusal } from '../../storage/vault/index.ts';
import type { ShareSecrets } from './share-secrets.ts';
import type { Share, ShareSpec, HttpShares } from './http-shares.ts';

/** Wrong codes within ten minutes after which a share is locked temporarily (X11). */
const MAX_WRONG_CODES = 5;

/** Kinds of places that can be shared. Protected areas, the recycle bin and other users' folders cannot. */
const SHAREABLE_PLACE_KINDS: ReadonlySet<string> = new Set(['personal', 'public', 'external', 'network']);

/** A shared entry with its index in the share. */
export interface SharedEntry {
  readonly index: number;
  readonly item: ShortItem;
}

export interface VisitorServices {
  readonly shares: HttpShares;
  readonly secrets: ShareSecrets;
  readonly tries: LoginRateLimiter;
  readonly vault: Vault;
  readonly lister: FolderLister;
  readonly clock: Clock;
}

/** A location that visitors with the link may read. */
export interface ReadableEntry {
  /** The owner, without any unlocked area. */
  readonly owner: Caller;
  readonly location: Location;
}

/**
 * Access for people without an account. Visitors read what the owner may read now, within the shared entries only. The
 * vault checks every path again, so links, moves out of the owner's reach and removed users end the access.
 */
export class ShareVisitors {
  readonly #services: VisitorServices;

  constructor(services: VisitorServices) {
    this.#services = services;
  }

  /** @throws Refusal 5, 13 (not the owner's, or a place that cannot be shared), 15 (missing) */
  async check({ user, path, names }: Pick<ShareSpec, 'user' | 'path' | 'names'>): Promise<void> {
    if (new Set(names).size !== names.length) throw new Refusal(GEN.invalid, 'names');
    for (const name of names) {
      const found = await this.#item(this.#resolve(user, path, [name]));
      if (found === undefined) throw new Refusal(GEN.path, 'ENOENT');
    }
  }

  /** Returns a share that has not ended. @throws Refusal 15 (unknown), 16 (ended) */
  find(id: string): Share {
    const share = this.#services.shares.get(id);
    if (share === undefined) throw new Refusal(GEN.path, 'share');
    if (this.#services.shares.hasEnded(share)) throw new Refusal(GEN.overLimit, 'expired');
    return share;
  }

  /** Checks the code and issues a ticket. @throws Refusal 6 (wrong code), 15, 16 (ended, or too many wrong codes) */
  open(id: string, code: string): { readonly share: Share; readonly ticket: string } {
    const share = this.find(id);
    if (share.code !== NO_SHARE_CODE) this.#checkCode(share, code);
    this.#services.shares.recordVisit(id);
    return { share, ticket: this.#services.secrets.issueTicket(id, this.#services.clock.now()) };
  }

  isValidTicket(id: string, ticket: string): boolean {
    return this.#services.secrets.isValidTicket(id, ticket, this.#services.clock.now());
  }

  /** Milliseconds until the share ends. */
  remainingMs(share: Share): number {
    return share.ends * 1000 - this.#services.clock.now();
  }

  /**
   * Whether a visitor may still read the result of {@link entry}; without an index, anything in the share. Running
   * downloads check this, so they stop when the share or the owner's access ends.
   */
  canRead(id: string, index: number | null, inside: string): boolean {
    try {
      const share = this.find(id);
      if (index !== null) this.locationOf(share, index, inside);
      return true;
    } catch (failure) {
      if (failure instanceof Refusal) return false;
      throw failure;
    }
  }

  /** The entries of a share that still exist. @throws Refusal 15 when there are none */
  async entries({ user, path, names }: Share): Promise<readonly SharedEntry[]> {
    const entries: SharedEntry[] = [];
    for (const [index, name] of names.entries()) {
      const item = await this.#itemIfPresent(user, path, name);
      if (item !== undefined) entries.push({ index, item });
    }
    if (entries.length === 0) throw new Refusal(GEN.path, 'gone');
    return entries;
  }

  /** An entry of a share, or one inside it. @throws Refusal 5, 13, 15 */
  async entry(share: Share, index: number, inside: string): Promise<ReadableEntry & { readonly item: ShortItem }> {
    const open = this.#entry(share, index, inside);
    const item = await this.#item(open);
    if (item === undefined) throw new Refusal(GEN.path, 'ENOENT');
    return { ...open, item };
  }

  /** Location of an entry, whether or not it exists. @throws Refusal 5, 13, 15 */
  locationOf(share: Share, index: number, inside: string): Location {
    return this.#entry(share, index, inside).location;
  }

  #entry(share: Share, index: number, inside: string): ReadableEntry {
    const name = share.names[index];
    if (name === undefined) throw new Refusal(GEN.path, 'index');
    return this.#resolve(share.user, share.path, [name, ...(inside === '' ? [] : inside.split('/'))]);
  }

  #checkCode(share: Share, code: string): void {
    const { shares, tries } = this.#services;
    if (share.frozen) throw new Refusal(GEN.overLimit, 'frozen');
    // The visitor has not entered a code yet.
    if (code === '') throw new Refusal(GEN.absent, 'code');
    const subject = `share:${share.id}`;
    if (!tries.tryAttempt(subject, MAX_WRONG_CODES)) throw new Refusal(GEN.overLimit, 'tries');
    if (!sameSecret(code, share.code)) {
      shares.recordWrongCode(share.id);
      throw new Refusal(GEN.absent, 'code');
    }
    tries.reset(subject);
  }

  #resolve(user: string, path: string, names: readonly string[]): ReadableEntry {
    const { vault } = this.#services;
    const owner = callerFor(user);
    let location = vault.resolve(owner, path, 'read');
    for (const name of names) {
      location = vault.child(owner, location, name, 'read');
      if (!SHAREABLE_PLACE_KINDS.has(location.place.kind)) throw new Refusal(GEN.noPrivilege, 'place');
      // Entries hidden from listings are not served either.
      if (name.startsWith('.')) throw new Refusal(GEN.path, 'hidden');
    }
    return { owner, location };
  }

  /** Returns files and folders only; symbolic links and devices count as missing. */
  async #item({ location }: ReadableEntry): Promise<ShortItem | undefined> {
    const stat = await this.#services.vault.lstat(location);
    if (stat?.isFile() !== true && stat?.isDirectory() !== true) return undefined;
    return this.#services.lister.item(location);
  }

  async #itemIfPresent(user: string, path: string, name: string): Promise<ShortItem | undefined> {
    try {
      return await this.#item(this.#resolve(user, path, [name]));
    } catch (failure) {
      if (failure instanceof Refusal) return undefined;
      throw failure;
    }
  }
}
