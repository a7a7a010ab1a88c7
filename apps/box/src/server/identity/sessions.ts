import type { Clock } from '../../platform/clock.ts';
import type { Tokens } from './tokens.ts';
import type { Revocation } from './revocations.ts';
import { digest } from './secrets.ts';
import type { ScriptTokens } from './script-tokens.ts';
import type { Users } from './users.ts';
import type { TokenScope } from '../../storage/vault/index.ts';

/** A user with a valid token. `session` is the token's digest, used as the session id. */
export interface SignedInUser {
  readonly user: string;
  readonly admin: boolean;
  readonly session: string;
  /** Scope of a script token; absent for a normal session. */
  readonly scope?: TokenScope;
}

/** Account service as the box uses it (X105). */
export interface AccountPort {
  /** The owner of an account token, null if it is not valid for this box; throws if the service is unreachable. */
  introspect(userName: string, token: string): Promise<{ readonly user: string; readonly admin: boolean } | null>;
}

/** How long an answer of the account service is cached (G-05). */
const POSITIVE_CACHE_MS = 60_000;
const NEGATIVE_CACHE_MS = 5_000;
const MAX_CACHED = 10_000;

/** Resolves tokens: box tokens from the database, account tokens through the account service. */
export class Sessions {
  readonly #tokens: Tokens;
  readonly #scripts: Pick<ScriptTokens, 'verify'>;
  readonly #users: Pick<Users, 'get'>;
  readonly #account: AccountPort | null;
  readonly #clock: Clock;
  readonly #cache = new Map<string, { readonly signedIn: SignedInUser | null; readonly until: number }>();
  /** Counts revocations: an answer requested before one may be outdated and is not cached. */
  #revocationCount = 0;

  constructor(
    tokens: Tokens,
    scripts: Pick<ScriptTokens, 'verify'>,
    users: Pick<Users, 'get'>,
    account: AccountPort | null,
    clock: Clock,
  ) {
    this.#tokens = tokens;
    this.#scripts = scripts;
    this.#users = users;
    this.#account = account;
    this.#clock = clock;
  }

  async authenticate(userName: string, token: string): Promise<SignedInUser | null> {
    if (!/^[A-Za-z0-9]{32}$/.test(token)) return null;
    const session = digest(token);
    const local = this.#tokens.verify(session);
    if (local !== undefined) return local.name === userName ? { user: local.name, admin: local.admin, session } : null;
    const script = this.#scripts.verify(session);
    // A script token never has admin rights, even if an administrator created it.
    if (script !== undefined)
      return script.user === userName ? { user: script.user, admin: false, session, scope: script.scope } : null;
    if (this.#account === null) return null;
    const cached = this.#cache.get(session);
    if (cached !== undefined && cached.until > this.#clock.now())
      return this.#withCurrentRights(cached.signedIn, userName);
    if (this.#tokens.hasEnded(session)) return null;
    const revocationCount = this.#revocationCount;
    const answer = await this.#account.introspect(userName, token);
    const signedIn = answer === null ? null : { ...answer, session };
    if (revocationCount !== this.#revocationCount)
      return this.#tokens.hasEnded(session) ? null : this.#withCurrentRights(signedIn, userName);
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(session, {
      signedIn,
      until: this.#clock.now() + (signedIn === null ? NEGATIVE_CACHE_MS : POSITIVE_CACHE_MS),
    });
    return this.#withCurrentRights(signedIn, userName);
  }

  /** The user of a session from local data and the cache only; null if unknown. */
  known(session: string): string | null {
    const cached = this.#cache.get(session);
    const fromAccount = cached !== undefined && cached.until > this.#clock.now() ? cached.signedIn : null;
    return this.#tokens.verify(session)?.name ?? this.#scripts.verify(session)?.user ?? fromAccount?.user ?? null;
  }

  /** Drops cached answers of the account service for a session, or for every session of a user. */
  forget(revocation: Exclude<Revocation, { readonly kind: 'right' }>): void {
    this.#revocationCount += 1;
    if (revocation.kind === 'session') this.#cache.delete(revocation.session);
    else
      for (const [session, { signedIn }] of this.#cache)
        if (signedIn?.user === revocation.user) this.#cache.delete(session);
  }

  /**
   * Takes rights from the box's own user list, which the account service updates; its cached answer may be a minute
   * old.
   */
  #withCurrentRights(signedIn: SignedInUser | null, userName: string): SignedInUser | null {
    if (signedIn?.user !== userName) return null;
    return { ...signedIn, admin: this.#users.get(userName)?.admin ?? signedIn.admin };
  }
}
