import type { Clock } from '../clock.ts';
import type { Tokens } from './tokens.ts';
import { digest } from './secrets.ts';

/** Somebody with a valid token. `session` is the token's digest: the name of the session wherever one is needed. */
export interface Signed {
  readonly user: string;
  readonly admin: boolean;
  readonly session: string;
}

/** The account service as the box asks it (X105). */
export interface AccountPort {
  /** Who an account token belongs to, null when it is not good for this box; throws when the service cannot be asked. */
  introspect(userName: string, token: string): Promise<{ readonly user: string; readonly admin: boolean } | null>;
}

/** How long an answer of the account service is believed (G-05). */
const YES_MS = 60_000;
const NO_MS = 5_000;
const MAX_CACHED = 10_000;

/** Says who a token belongs to: box tokens from the database, account tokens by asking the account service. */
export class Sessions {
  readonly #tokens: Tokens;
  readonly #account: AccountPort | null;
  readonly #clock: Clock;
  readonly #known = new Map<string, { readonly signed: Signed | null; readonly until: number }>();

  constructor(tokens: Tokens, account: AccountPort | null, clock: Clock) {
    this.#tokens = tokens;
    this.#account = account;
    this.#clock = clock;
  }

  async authenticate(userName: string, token: string): Promise<Signed | null> {
    if (!/^[A-Za-z0-9]{32}$/.test(token)) return null;
    const session = digest(token);
    const local = this.#tokens.verify(session);
    if (local !== undefined) return local.name === userName ? { user: local.name, admin: local.admin, session } : null;
    if (this.#account === null) return null;
    const cached = this.#known.get(session);
    if (cached !== undefined && cached.until > this.#clock.now())
      return cached.signed?.user === userName ? cached.signed : null;
    const answer = await this.#account.introspect(userName, token);
    const signed = answer === null ? null : { ...answer, session };
    if (this.#known.size >= MAX_CACHED) this.#known.clear();
    this.#known.set(session, { signed, until: this.#clock.now() + (signed === null ? NO_MS : YES_MS) });
    return signed?.user === userName ? signed : null;
  }

  /** Whose session that is, as far as it is known without asking anybody; null when it is not. */
  known(session: string): string | null {
    const cached = this.#known.get(session);
    const asked = cached !== undefined && cached.until > this.#clock.now() ? cached.signed : null;
    return this.#tokens.verify(session)?.name ?? asked?.user ?? null;
  }

  /** Forgets what the account service said about a token. */
  forget(token: string): void {
    this.#known.delete(digest(token));
  }
}
