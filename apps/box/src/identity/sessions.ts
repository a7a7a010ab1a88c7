import type { Clock } from '../clock.ts';
import type { Tokens } from './tokens.ts';
import type { Ending } from './endings.ts';
import { digest } from './secrets.ts';
import type { ScriptTokens } from './script-tokens.ts';
import type { Users } from './users.ts';
import type { Scope } from '../vault/index.ts';

/** A user with a valid token. `session` is the token's digest, used as the session id. */
export interface Signed {
  readonly user: string;
  readonly admin: boolean;
  readonly session: string;
  /** Scope of a script token; absent for a normal session. */
  readonly scope?: Scope;
}

/** Account service as the box uses it (X105). */
export interface AccountPort {
  /** The owner of an account token, null if it is not valid for this box; throws if the service is unreachable. */
  introspect(userName: string, token: string): Promise<{ readonly user: string; readonly admin: boolean } | null>;
}

/** How long an answer of the account service is cached (G-05). */
const YES_MS = 60_000;
const NO_MS = 5_000;
const MAX_CACHED = 10_000;

/** Resolves tokens: box tokens from the database, account tokens through the account service. */
export class Sessions {
  readonly #tokens: Tokens;
  readonly #scripts: Pick<ScriptTokens, 'verify'>;
  readonly #users: Pick<Users, 'get'>;
  readonly #account: AccountPort | null;
  readonly #clock: Clock;
  readonly #known = new Map<string, { readonly signed: Signed | null; readonly until: number }>();
  /** Counts revocations: an answer requested before one may be outdated and is not cached. */
  #ended = 0;

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

  async authenticate(userName: string, token: string): Promise<Signed | null> {
    if (!/^[A-Za-z0-9]{32}$/.test(token)) return null;
    const session = digest(token);
    const local = this.#tokens.verify(session);
    if (local !== undefined) return local.name === userName ? { user: local.name, admin: local.admin, session } : null;
    const script = this.#scripts.verify(session);
    // A script token never has admin rights, whoever made it.
    if (script !== undefined)
      return script.user === userName ? { user: script.user, admin: false, session, scope: script.scope } : null;
    if (this.#account === null) return null;
    const cached = this.#known.get(session);
    if (cached !== undefined && cached.until > this.#clock.now()) return this.#now(cached.signed, userName);
    if (this.#tokens.hasEnded(session)) return null;
    const ended = this.#ended;
    const answer = await this.#account.introspect(userName, token);
    const signed = answer === null ? null : { ...answer, session };
    if (ended !== this.#ended) return this.#tokens.hasEnded(session) ? null : this.#now(signed, userName);
    if (this.#known.size >= MAX_CACHED) this.#known.clear();
    this.#known.set(session, { signed, until: this.#clock.now() + (signed === null ? NO_MS : YES_MS) });
    return this.#now(signed, userName);
  }

  /** The user of a session from local data and the cache only; null if unknown. */
  known(session: string): string | null {
    const cached = this.#known.get(session);
    const asked = cached !== undefined && cached.until > this.#clock.now() ? cached.signed : null;
    return this.#tokens.verify(session)?.name ?? this.#scripts.verify(session)?.user ?? asked?.user ?? null;
  }

  /** Drops cached answers of the account service for a session, or for every session of a user. */
  forget(ending: Exclude<Ending, { readonly kind: 'right' }>): void {
    this.#ended += 1;
    if (ending.kind === 'session') this.#known.delete(ending.session);
    else for (const [session, { signed }] of this.#known) if (signed?.user === ending.user) this.#known.delete(session);
  }

  /**
   * Takes rights from the box's own user list, which the account service updates; its cached answer may be a minute
   * old.
   */
  #now(signed: Signed | null, userName: string): Signed | null {
    if (signed?.user !== userName) return null;
    return { ...signed, admin: this.#users.get(userName)?.admin ?? signed.admin };
  }
}
